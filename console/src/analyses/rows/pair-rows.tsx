import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { Problem } from '../../states/problem.tsx';
import type { RowFilters } from '../model.ts';
import { RelationMark } from '../pairs/relation.tsx';
import { keyOf, type PairRow } from './row.ts';
import styles from './rows.module.css';
import { useDone, useResultRows } from './use-work.ts';

/** The first few pairs; all of them are reviewed on a separate page. */
const SHOWN = 8;

export function PairRows({ analysis, filters }: { analysis: Analysis; filters: RowFilters }) {
  const { t } = useTranslation();
  const { rows: all, total, error } = useResultRows<PairRow>(analysis.id, filters);
  const { isKnown, known, reasonOf } = useDone(analysis, all);
  const rows = known(all);
  const open = rows.filter((row) => reasonOf(row) === null);
  if (error !== null) return <Problem error={error} />;
  if (total === null || total === 0 || !isKnown) return null;
  const left = total - (rows.length - open.length);
  return (
    <section className={styles['rows']} id="rows">
      <div className={styles['top']}>
        <h2>{t('analysis.rows.title')}</h2>
        <span className={styles['count']}>{t('analysis.rows.left', { count: left })}</span>
        <Link
          to="/analyses/$id/pairs"
          params={{ id: analysis.id }}
          search={filters}
          className="button"
          data-kind="filled"
        >
          {t('analysis.doing.duplicates', { count: left })}
        </Link>
      </div>
      <table className={styles['table']}>
        <caption className="visually-hidden">{t('analysis.rows.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('analysis.pair.one')}</th>
            <th scope="col">{t('analysis.pair.other')}</th>
            <th scope="col">{t('analysis.pair.relation')}</th>
          </tr>
        </thead>
        <tbody>
          {open.slice(0, SHOWN).map((row) => (
            <tr key={keyOf(row)}>
              {[row.a, row.b].map(({ question_id: id, question_text: text, correct_answer: answer }) => (
                <td key={id}>
                  {text}
                  <span className={styles['answer']}>{answer}</span>
                </td>
              ))}
              <td>
                <RelationMark row={row} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
