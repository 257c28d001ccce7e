import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { formatNumber } from '../../i18n/format.ts';
import { Level } from '../../questions/facts.tsx';
import { compact } from '../../questions/search.ts';
import { Problem } from '../../states/problem.tsx';
import { Button } from '../../ui/button.tsx';
import { listOf, type RowFilters } from '../model.ts';
import type { CellRow } from './row.ts';
import { RowTabs } from './row-tabs.tsx';
import styles from './rows.module.css';
import { useResultRows } from './use-work.ts';

/** The cells of a coverage analysis, each with a link to its questions. */
export function CellRows({ analysis, filters }: { analysis: Analysis; filters: RowFilters }) {
  const { t } = useTranslation();
  const { rows, total, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useResultRows<CellRow>(
    analysis.id,
    filters,
  );
  const base = listOf(analysis);
  const dimensions = analysis.parameters['dimensions'] as ('category' | 'difficulty' | 'topic')[];
  return (
    <section className={styles['rows']} id="rows">
      <div className={styles['top']}>
        <h2>{t('analysis.rows.cells')}</h2>
        <RowTabs analysis={analysis} filters={filters} total={total} />
      </div>
      {error !== null && <Problem error={error} />}
      <table className={styles['table']}>
        <caption className="visually-hidden">{t('analysis.rows.cells')}</caption>
        <thead>
          <tr>
            {dimensions.map((name) => (
              <th key={name} scope="col">
                {t(`analysis.value.${name}`)}
              </th>
            ))}
            <th scope="col" className={styles['decide']}>
              {t('analysis.column.questions')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ keys, count }) => (
            <tr key={JSON.stringify(keys)}>
              {dimensions.map((name) => (
                <td key={name} data-label={t(`analysis.value.${name}`)}>
                  {name === 'difficulty' ? <Level level={keys.difficulty} /> : (keys[name] ?? t('list.none'))}
                </td>
              ))}
              <td className={styles['decide']}>
                {base === null || count === 0 || keys.topic === null ? (
                  formatNumber(count)
                ) : (
                  <Link
                    to="/questions"
                    search={compact({
                      ...base,
                      ...(keys.category !== undefined && { category: [keys.category] }),
                      ...(keys.difficulty !== undefined && { difficulty: [keys.difficulty] }),
                      ...(keys.topic !== undefined && { topic_focus: keys.topic }),
                    })}
                    preload={false}
                  >
                    {t('analysis.scope.count', { count })}
                  </Link>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('analysis.rows.more')}
        </Button>
      )}
    </section>
  );
}
