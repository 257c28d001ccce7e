import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { formatAge, formatDuration, formatNumber, formatTime } from '../../i18n/format.ts';
import styles from '../analyses.module.css';
import { SeverityMark } from '../severity.tsx';
import { Status } from '../status.tsx';
import { useScopeWords } from '../words.ts';

export function AnalysisTable({ rows }: { rows: readonly Analysis[] }) {
  const { t } = useTranslation();
  const words = useScopeWords();
  return (
    <table className={styles['table']}>
      <caption className="visually-hidden">{t('analysis.caption')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('analysis.column.type')}</th>
          <th scope="col">{t('analysis.column.scope')}</th>
          <th scope="col" className={styles['number']}>
            {t('analysis.column.questions')}
          </th>
          <th scope="col">{t('analysis.column.found')}</th>
          <th scope="col">{t('analysis.column.status')}</th>
          <th scope="col" className={styles['number']}>
            {t('analysis.column.duration')}
          </th>
          <th scope="col" className={styles['number']}>
            {t('analysis.column.started')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <th scope="row">
              <Link to="/analyses/$id" params={{ id: row.id }} className={styles['name']}>
                {t(`analysis.type.${row.analysis_type}.name`)}
              </Link>
            </th>
            <td data-label={t('analysis.column.scope')}>{words(row)}</td>
            <td data-label={t('analysis.column.questions')} className={styles['number']}>
              {row.question_count === null ? '' : formatNumber(row.question_count)}
            </td>
            <td data-label={t('analysis.column.found')}>
              <Found analysis={row} />
            </td>
            <td data-label={t('analysis.column.status')}>
              <Status analysis={row} />
            </td>
            <td data-label={t('analysis.column.duration')} className={styles['number']}>
              {row.duration_ms === null ? '' : formatDuration(row.duration_ms)}
            </td>
            <td data-label={t('analysis.column.started')} className={styles['number']}>
              <time dateTime={row.created_at} title={formatTime(row.created_at)}>
                {formatAge(row.created_at)}
              </time>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The number of findings that call for action. */
function Found({ analysis: { findings, status } }: { analysis: Analysis }) {
  const { t } = useTranslation();
  if (status !== 'succeeded' || findings === null) return null;
  const counts = (['error', 'warning'] as const)
    .map((severity) => ({ severity, count: findings.filter((one) => one.severity === severity).length }))
    .filter(({ count }) => count > 0);
  if (counts.length === 0) return <span className={styles['quiet']}>{t('analysis.nothingFound')}</span>;
  return (
    <span className={styles['found']}>
      {counts.map(({ severity, count }) => (
        <span key={severity}>
          <SeverityMark severity={severity} size={14} /> {formatNumber(count)}
        </span>
      ))}
    </span>
  );
}
