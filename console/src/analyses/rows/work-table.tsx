import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { Button } from '../../ui/button.tsx';
import type { RowFilters } from '../model.ts';
import { Assign } from './assign.tsx';
import { MarkedText } from './marked-text.tsx';
import { keyOf, type QuestionRow, spansOf } from './row.ts';
import { useColumns } from './row-cells.tsx';
import styles from './rows.module.css';
import { type Done, useAssignments } from './use-work.ts';

interface WorkTableProps {
  analysis: Analysis;
  filters: RowFilters;
  rows: readonly QuestionRow[];
  reasonOf: (row: QuestionRow) => Done | null;
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
  mayWrite: boolean;
  /** Whether a row has a suggestion that can be applied. */
  suggests: boolean;
  isBusy: boolean;
  onAct: (kind: 'accept' | 'dismiss', row: QuestionRow) => void;
}

export function WorkTable(props: WorkTableProps) {
  const { analysis, filters, rows, reasonOf, chosen, onChosen, mayWrite, suggests, isBusy, onAct } = props;
  const { t } = useTranslation();
  const columns = useColumns(analysis);
  const assignmentOf = useAssignments(analysis);
  const keys = rows.filter((row) => reasonOf(row) === null).map(keyOf);
  const areAll = keys.length > 0 && keys.every((key) => chosen.has(key));
  const toggle = (key: string) => {
    const next = new Set(chosen);
    if (!next.delete(key)) next.add(key);
    onChosen(next);
  };
  return (
    <table className={styles['table']}>
      <caption className="visually-hidden">{t('analysis.rows.title')}</caption>
      <thead>
        <tr>
          {mayWrite && (
            <td className={styles['check']} data-screen>
              <input
                type="checkbox"
                className="check"
                aria-label={t('analysis.rows.selectAll')}
                checked={areAll}
                ref={(box) => {
                  if (box !== null) box.indeterminate = !areAll && keys.some((key) => chosen.has(key));
                }}
                onChange={() => onChosen(new Set(areAll ? [] : keys))}
              />
            </td>
          )}
          <th scope="col">{t('field.question_text')}</th>
          {columns.map(({ head }) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          <th scope="col" className={styles['decide']} data-screen>
            {t('analysis.rows.decide')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const key = keyOf(row);
          const reason = reasonOf(row);
          return (
            <tr key={key} data-chosen={chosen.has(key) || undefined} data-done={reason !== null || undefined}>
              {mayWrite && (
                <td className={styles['check']} data-screen>
                  {reason === null && (
                    <input
                      type="checkbox"
                      className="check"
                      aria-label={t('analysis.rows.select', { text: row.question_text })}
                      checked={chosen.has(key)}
                      onChange={() => toggle(key)}
                    />
                  )}
                </td>
              )}
              <th scope="row">
                <MarkedText text={row.question_text} spans={spansOf(row)} />
                <span className={styles['answer']}>{row.correct_answer}</span>
              </th>
              {columns.map(({ head, cell }) => (
                <td key={head} data-label={head}>
                  {cell(row)}
                </td>
              ))}
              <td className={styles['decide']} data-screen>
                {reason !== null && <span>{t(`analysis.reason.${reason}`)}</span>}
                {reason === null && mayWrite && (
                  <>
                    {suggests && (
                      <Button small disabled={isBusy} onClick={() => onAct('accept', row)}>
                        {t(`analysis.rows.accept.${analysis.analysis_type as 'topics'}`)}
                      </Button>
                    )}
                    <Button
                      small
                      kind={suggests ? 'quiet' : 'plain'}
                      disabled={isBusy}
                      onClick={() => onAct('dismiss', row)}
                    >
                      {t(suggests ? 'analysis.rows.keep' : 'analysis.rows.dismiss')}
                    </Button>
                    <Assign analysis={analysis} row={row} assignment={assignmentOf(row)} />
                  </>
                )}
                <Link
                  to="/analyses/$id/questions/$question"
                  params={{ id: analysis.id, question: row.question_id }}
                  search={filters}
                  preload={false}
                  className="button"
                  data-size="small"
                  data-kind={suggests || !mayWrite || reason !== null ? 'quiet' : 'plain'}
                >
                  {t(mayWrite && reason === null ? 'analysis.rows.fix' : 'analysis.openQuestion')}{' '}
                  <span className="visually-hidden">{row.question_text}</span>
                </Link>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
