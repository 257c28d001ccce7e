import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { quaestor } from '../../api/client.ts';
import { Problem } from '../../states/problem.tsx';
import { Button } from '../../ui/button.tsx';
import { downloadFrom } from '../../ui/download.ts';
import { questionKeys } from '../queries.ts';
import styles from './export.module.css';
import { addressOf, type Exported, type ExportOptions } from './exported.ts';
import { NotFitting } from './not-fitting.tsx';

interface CheckProps {
  exported: Exported;
  name: string;
  options: ExportOptions;
  onBack: () => void;
  onDone: () => void;
}

/** Downloads the file if it contains every question. Otherwise it first says which ones it leaves out, and why. */
export function ExportCheck({ exported, name, options, onBack, onDone }: CheckProps) {
  const { t } = useTranslation();
  const query = { ...exported, ...options };
  const { data: report, error } = useQuery({
    queryKey: questionKeys.exportReport(query),
    queryFn: ({ signal }) => quaestor.questions.exportReport(query, { signal }),
  });
  const address = addressOf(exported, options);
  const fitsAll = report?.written === report?.questions && report?.next_after === null;
  useEffect(() => {
    if (!fitsAll) return;
    downloadFrom(address);
    onDone();
  }, [fitsAll, address, onDone]);
  return (
    <section className={styles['check']} aria-label={name}>
      <h3 data-bank>{name}</h3>
      {error !== null && <Problem error={error} />}
      {report === undefined || fitsAll ? (
        error === null && <p role="status">{t('export.checking')}</p>
      ) : (
        <>
          <p role="status">
            {t(report.next_after === null ? 'export.fit' : 'export.fitOfFirst', {
              count: report.questions,
              written: report.written,
            })}
          </p>
          {report.skipped.map((skipped) => (
            <NotFitting key={skipped.reason} {...skipped} />
          ))}
        </>
      )}
      <div className={styles['actions']}>
        <Button onClick={onBack}>{t('export.back')}</Button>
        {report !== undefined && !fitsAll && report.written > 0 && (
          <a ref={focus} className="button" data-kind="filled" href={address} download onClick={onDone}>
            {report.next_after === null ? t('export.download', { count: report.written }) : t('export.downloadFile')}
          </a>
        )}
      </div>
    </section>
  );
}

/** The link that was clicked is gone. */
function focus(button: HTMLAnchorElement | null): void {
  button?.focus();
}
