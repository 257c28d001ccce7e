import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { sayFinding } from '../../i18n/sentences.ts';
import { type Finding, PAIR_TYPES, rowsOf, type TypeName } from '../model.ts';
import { SeverityMark } from '../severity.tsx';
import styles from './one.module.css';

/** The findings as sentences. A finding with rows links to exactly those rows. */
export function Findings({ analysis }: { analysis: Analysis }) {
  const { t } = useTranslation();
  return (
    <section className={styles['findings']}>
      <h2>{t('analysis.findings')}</h2>
      <ul>
        {analysis.findings?.map((finding) => {
          const { text, nextStep, marks } = sayFinding(finding);
          return (
            <li key={finding.text} data-severity={finding.severity}>
              <SeverityMark severity={finding.severity} />
              <div>
                <strong {...marks}>{text}</strong>
                {nextStep !== null && <p {...marks}>{nextStep}</p>}
                <RowsLink analysisId={analysis.id} type={analysis.analysis_type} finding={finding} />
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

interface RowsLinkProps {
  analysisId: string;
  type: TypeName;
  finding: Finding;
  className?: string;
  kind?: 'filled' | 'plain';
}

/** The link to the rows of a finding, such as "Review 5 pairs" or "Fix 2 questions". */
export function RowsLink({ analysisId, type, finding, className, kind }: RowsLinkProps) {
  const { t } = useTranslation();
  const rows = rowsOf(finding);
  if (rows === null) return null;
  const { count } = finding;
  const text = count === null ? t('analysis.seeRows') : t(`analysis.doing.${type}`, { count });
  const shared = {
    params: { id: analysisId },
    search: rows,
    ...(className !== undefined && { className }),
    ...(kind !== undefined && { 'data-kind': kind }),
  };
  return PAIR_TYPES.has(type) ? (
    <Link to="/analyses/$id/pairs" {...shared}>
      {text}
    </Link>
  ) : (
    <Link to="/analyses/$id" hash="rows" {...shared}>
      {text}
    </Link>
  );
}
