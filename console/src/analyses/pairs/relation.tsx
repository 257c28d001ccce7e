import { useTranslation } from 'react-i18next';
import type { PairRow } from '../rows/row.ts';
import { SeverityMark } from '../severity.tsx';
import styles from './pairs.module.css';

const SEVERITIES = {
  conflict: 'error',
  exact: 'warning',
  near: 'warning',
  answer_variant: 'info',
  sibling: 'info',
} as const;

/** The likeness of two questions, from 0 to 1. */
export function likenessOf({ likeness, similarity, text_similarity: text }: PairRow): number {
  return likeness ?? similarity ?? text ?? 1;
}

export function RelationMark({ row: { relation } }: { row: PairRow }) {
  const { t } = useTranslation();
  return (
    <span className={styles['relation']}>
      <SeverityMark severity={SEVERITIES[relation]} size={14} /> {t(`analysis.rowValue.${relation}`)}
    </span>
  );
}
