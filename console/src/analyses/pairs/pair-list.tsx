import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { useMay } from '../../api/session.ts';
import { formatPercent } from '../../i18n/format.ts';
import { Button } from '../../ui/button.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import type { RowFilters } from '../model.ts';
import { keyOf, type PairRow } from '../rows/row.ts';
import { RowTabs } from '../rows/row-tabs.tsx';
import type { useActions } from '../rows/use-actions.tsx';
import type { Done } from '../rows/use-work.ts';
import { Bar } from '../status.tsx';
import { MergeAll } from './merge-all.tsx';
import styles from './pairs.module.css';
import { likenessOf, RelationMark } from './relation.tsx';
import type { Review } from './use-review.ts';

interface PairListProps {
  analysis: Analysis;
  filters: RowFilters;
  review: Review;
  total: number | null;
  reasonOf: (row: PairRow) => Done | null;
  actions: ReturnType<typeof useActions>;
  onMore?: () => void;
}

export function PairList({ analysis, filters, review, total, reasonOf, actions, onMore }: PairListProps) {
  const { t } = useTranslation();
  const mayMerge = useMay('questions:delete');
  const { shown, total: all, decided, left, current } = review;
  const currentItem = useRef<HTMLLIElement>(null);
  const currentKey = current && keyOf(current);
  useEffect(() => {
    if (currentKey !== undefined) currentItem.current?.scrollIntoView({ block: 'nearest' });
  }, [currentKey]);
  return (
    <section className={styles['list']} aria-label={t('analysis.pair.list')}>
      <header>
        <p className={styles['crumb']}>
          <Link to="/analyses">{t('analysis.page')}</Link> /{' '}
          <Link to="/analyses/$id" params={{ id: analysis.id }}>
            {t(`analysis.type.${analysis.analysis_type}.name`)}
          </Link>
        </p>
        {all !== null && <h2>{t('analysis.pair.count', { count: all })}</h2>}
        {all !== null && <Bar share={all === 0 ? 1 : decided / all} label={t('analysis.pair.progress')} />}
        <p className={styles['left']} role="status">
          {left !== null && t('analysis.pair.left', { decided, left })}
        </p>
        <RowTabs analysis={analysis} filters={filters} total={total} />
        {mayMerge && (
          <MergeAll
            rows={shown.filter((row) => reasonOf(row) === null)}
            hasMore={onMore !== undefined}
            actions={actions}
          />
        )}
      </header>
      <ul>
        {shown.map((row) => {
          const reason = reasonOf(row);
          const undo = reason === null ? undefined : actions.undoOf(row);
          return (
            <li
              key={keyOf(row)}
              ref={row === current ? currentItem : undefined}
              data-current={row === current || undefined}
              data-done={reason !== null || undefined}
            >
              <button
                type="button"
                aria-current={row === current ? 'true' : undefined}
                onClick={() => review.choose(row)}
              >
                <span data-bank>{row.a.question_text}</span>
                <span className={styles['meta']}>
                  {reason === null ? (
                    <RelationMark row={row} />
                  ) : (
                    <span className={styles['relation']}>
                      <CheckIcon size={14} /> {t(`analysis.reason.${reason}`)}
                    </span>
                  )}
                  {reason === null && <span>{formatPercent(likenessOf(row))}</span>}
                </span>
              </button>
              {undo !== undefined && (
                <Button kind="link" onClick={undo}>
                  {t('action.undo')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {onMore !== undefined && <Button onClick={onMore}>{t('analysis.rows.more')}</Button>}
    </section>
  );
}
