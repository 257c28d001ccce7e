import type { ReactNode } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { formatPercent } from '../i18n/format.ts';
import styles from './import.module.css';
import type { Check } from './use-check.ts';
import type { Wizard } from './wizard.ts';

export function FooterButtons({ children }: { children: ReactNode }) {
  return <div className={styles['buttons']}>{children}</div>;
}

interface NoteProps {
  wizard: Wizard;
  check: Check;
}

/** The result of the check, and a note that nothing is saved yet. Screen readers announce changes. */
export function StepNote(props: NoteProps) {
  return (
    <p role="status" className={styles['note']}>
      <Note {...props} />
    </p>
  );
}

function Note({ wizard, check }: NoteProps) {
  const { t } = useTranslation();
  const b = { b: <b /> };
  const { data, isFetching } = check;
  const changed = Object.keys(wizard.edits).filter(
    (line) => wizard.edits[Number(line)] !== wizard.checkedEdits[Number(line)],
  ).length;
  const counts = data?.record.status === 'succeeded' ? data.record.counts : undefined;
  if (isFetching) return <CheckProgress check={check} />;
  if (wizard.step !== 'check') return t('import.file.nothing');
  if (changed > 0) return <Trans i18nKey="import.check.unchecked" count={changed} components={b} />;
  if (counts === undefined || counts.read === 0) return t('import.file.nothing');
  if (counts.rejected === 0) return <Trans i18nKey="import.check.good" count={counts.read} components={b} />;
  return (
    <Trans i18nKey="import.check.summary" count={counts.read} values={{ errors: counts.rejected }} components={b} />
  );
}

export function CheckProgress({ check: { progress } }: { check: Check }) {
  const { t } = useTranslation();
  return progress === null || progress.progress.total === 0
    ? t('import.check.sending')
    : t('import.check.running', { percent: percentOf(progress.progress) });
}

export function percentOf({ completed, total }: { completed: number; total: number }): string {
  return formatPercent(total === 0 ? 0 : Math.floor((100 * completed) / total) / 100);
}
