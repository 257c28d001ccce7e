import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { formatNumber, formatPercent } from '../../i18n/format.ts';
import { marksOf, sentence } from '../../i18n/sentences.ts';
import { Level } from '../../questions/facts.tsx';
import { SeverityMark } from '../severity.tsx';
import { humanised } from '../words.ts';
import type { QuestionRow } from './row.ts';
import styles from './rows.module.css';

interface Column {
  head: string;
  cell: (row: QuestionRow) => ReactNode;
}

/** Above this margin, most questions are in the category that their words suggest. */
const VERY_LIKELY = 0.97;

/** The columns of a type, in addition to the question itself. */
export function useColumns(analysis: Analysis): readonly Column[] {
  const { t } = useTranslation();
  const { analysis_type: type, result } = analysis;
  const category: Column = { head: t('field.category'), cell: (row) => row.category };
  const rules = (result as { rules?: { id: string; title: string }[] } | null)?.rules ?? [];
  switch (type) {
    case 'item_flaws':
      return [
        {
          head: t('analysis.rows.wrong'),
          cell: ({ flags = [] }) => (
            <ul className={styles['flags']} {...marksOf(analysis)}>
              {flags.map(({ rule, severity, fix_hint: hint }) => (
                <li key={rule}>
                  <SeverityMark severity={severity} size={14} />
                  <div>
                    {rules.find(({ id }) => id === rule)?.title ?? humanised(rule)}
                    <span>{sentence(`terms.flaw_hint.${rule}`) ?? hint}</span>
                  </div>
                </li>
              ))}
            </ul>
          ),
        },
        category,
      ];
    case 'text_statistics':
      return [
        {
          head: t('analysis.rows.unusual'),
          cell: ({ field = 'question_text', direction = 'long', characters = 0, usual = 0 }) =>
            t(`analysis.rows.${direction}`, {
              field: t(`field.${field}`),
              characters: formatNumber(characters),
              usual: formatNumber(usual),
            }),
        },
        category,
      ];
    case 'topics':
      return [
        { head: t('analysis.rows.declared'), cell: ({ declared }) => declared },
        { head: t('analysis.rows.suggested'), cell: ({ suggested }) => <strong>{suggested}</strong> },
        {
          head: t('analysis.rows.certainty'),
          cell: ({ agreement = 0 }) =>
            t(agreement >= VERY_LIKELY ? 'analysis.rows.veryLikely' : 'analysis.rows.likely'),
        },
      ];
    default:
      return [
        { head: t('analysis.rows.declaredLevel'), cell: ({ declared }) => <Level level={Number(declared)} /> },
        { head: t('analysis.rows.suggestedLevel'), cell: ({ suggested }) => <Level level={Number(suggested)} /> },
        { head: t('analysis.rows.certainty'), cell: ({ probability = 0 }) => formatPercent(probability) },
      ];
  }
}
