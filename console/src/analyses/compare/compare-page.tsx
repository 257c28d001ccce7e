import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { quaestor } from '../../api/client.ts';
import { formatTime } from '../../i18n/format.ts';
import { sayFinding } from '../../i18n/sentences.ts';
import { Problem } from '../../states/problem.tsx';
import { useTitle } from '../../states/title.ts';
import page from '../analyses.module.css';
import type { Finding } from '../model.ts';
import { analysisKeys, oneQuery } from '../queries.ts';
import { isPair, type QuestionRow } from '../rows/row.ts';
import { SeverityMark } from '../severity.tsx';
import styles from './compare.module.css';

type Row = Partial<QuestionRow>;

/** What is new and what is gone between two runs. Without the other run, compares with the previous one. */
export function ComparePage() {
  const { t } = useTranslation();
  useTitle(t('analysis.compare.page'));
  const { a, b } = useSearch({ from: '/framed/analyses/compare' });
  const { data, error, refetch } = useQuery({
    queryKey: analysisKeys.comparison(a, b),
    queryFn: ({ signal }) => quaestor.analysis.comparison(a, b === undefined ? {} : { with: b }, { signal }),
  });
  const { data: now } = useQuery(oneQuery(a));
  const { data: before } = useQuery({ ...oneQuery(data?.previous_id ?? ''), enabled: data?.previous_id != null });
  const { findings, rows } = data ?? {};
  const isSame =
    findings != null &&
    findings.new.length +
      findings.gone.length +
      findings.changed.length +
      (rows?.new.count ?? 0) +
      (rows?.gone.count ?? 0) ===
      0;
  return (
    <div className={page['page']}>
      <p className={styles['crumb']}>
        <Link to="/analyses">{t('analysis.page')}</Link>
        {now !== undefined && ` / ${t(`analysis.type.${now.analysis_type}.name`)}`}
      </p>
      <h1>{t('analysis.compare.page')}</h1>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p role="status">{t('app.loading')}</p>}
      {data?.previous_id === null && <p className={page['none']}>{t('analysis.compare.none')}</p>}
      {data?.previous_id != null && (
        <>
          <dl className={styles['runs']}>
            <Run name={t('analysis.compare.now')} run={now} />
            <Run name={t('analysis.compare.with')} run={before} />
          </dl>
          {isSame && <p>{t('analysis.compare.same')}</p>}
          {findings != null && (
            <>
              <FindingList title={t('analysis.compare.newFindings')} findings={findings.new} />
              <FindingList title={t('analysis.compare.goneFindings')} findings={findings.gone} />
              {findings.changed.length > 0 && (
                <section className={styles['part']}>
                  <h2>{t('analysis.compare.changedFindings')}</h2>
                  <ul>
                    {findings.changed.map(({ before: old, after }) => {
                      const said = sayFinding(after);
                      return (
                        <li key={after.text}>
                          <SeverityMark severity={after.severity} />
                          <div {...said.marks}>
                            {said.text}
                            <p>
                              <del>{sayFinding(old).text}</del>
                            </p>
                          </div>
                        </li>
                      );
                    })}
                  </ul>
                </section>
              )}
            </>
          )}
          {rows != null && (
            <>
              <RowList title={t('analysis.compare.newRows', { count: rows.new.count })} {...rows.new} />
              <RowList title={t('analysis.compare.goneRows', { count: rows.gone.count })} {...rows.gone} />
            </>
          )}
        </>
      )}
    </div>
  );
}

function Run({ name, run }: { name: string; run: Analysis | undefined }) {
  if (run === undefined) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Link to="/analyses/$id" params={{ id: run.id }}>
          <time dateTime={run.created_at}>{formatTime(run.created_at)}</time>
        </Link>
      </dd>
    </div>
  );
}

function FindingList({ title, findings }: { title: string; findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <section className={styles['part']}>
      <h2>{title}</h2>
      <ul>
        {findings.map((finding) => {
          const { text, marks } = sayFinding(finding);
          return (
            <li key={finding.text}>
              <SeverityMark severity={finding.severity} />
              <div {...marks}>{text}</div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function RowList({ title, count, data }: { title: string; count: number; data: readonly object[] }) {
  const { t } = useTranslation();
  if (count === 0) return null;
  const texts = data.flatMap((row): Row[] => (isPair(row) ? [row.a, row.b] : [row as Row]));
  return (
    <section className={styles['part']}>
      <h2>{title}</h2>
      <ul>
        {texts.map(({ question_id: id, question_text: text }, index) =>
          id === undefined ? null : (
            <li key={`${id}-${index}`} data-bank>
              <Link to="/questions/$id" params={{ id }}>
                {text}
              </Link>
            </li>
          ),
        )}
      </ul>
      {count > data.length && <p>{t('analysis.compare.firstOf', { count: data.length })}</p>}
    </section>
  );
}
