import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Analysis } from '../../../../client/src/index.ts';
import { Problem } from '../../states/problem.tsx';
import { useTitle } from '../../states/title.ts';
import page from '../analyses.module.css';
import { type RowFilters, readRowFilters } from '../model.ts';
import { oneQuery } from '../queries.ts';
import type { PairRow } from '../rows/row.ts';
import { useActions } from '../rows/use-actions.tsx';
import { useDone, useResultRows } from '../rows/use-work.ts';
import { PairList } from './pair-list.tsx';
import { PairView } from './pair-view.tsx';
import styles from './pairs.module.css';
import { useReview } from './use-review.ts';

/** Reviews pairs of questions side by side, one after the other. */
export function PairsPage() {
  const { t } = useTranslation();
  const { id } = useParams({ from: '/framed/analyses/$id/pairs' });
  const { data: analysis, error } = useQuery(oneQuery(id));
  useTitle(t('analysis.pair.page'));
  if (analysis?.status === 'succeeded') return <Review analysis={analysis} />;
  return (
    <WithoutPair>{error === null ? <p role="status">{t('app.loading')}</p> : <Problem error={error} />}</WithoutPair>
  );
}

/** Shown instead of a pair. */
function WithoutPair({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={page['page']}>
      <h1>{t('analysis.pair.page')}</h1>
      {children}
    </div>
  );
}

function Review({ analysis }: { analysis: Analysis }) {
  const filters = readRowFilters({ ...useSearch({ from: '/framed/analyses/$id/pairs' }) });
  const list = useResultRows<PairRow>(analysis.id, filters);
  const { isKnown, known, reasonOf } = useDone(analysis, list.rows);
  const actions = useActions(analysis);
  const rows = known(list.rows);
  const isReading = rows.length < list.rows.length;
  const isWaiting = isReading || list.isFetchingNextPage || list.isFetchNextPageError;
  const hasMore = isReading || list.hasNextPage;
  const loadMore = isWaiting ? undefined : list.fetchNextPage;
  const review = useReview({ rows, total: list.total, isKnown, reasonOf, hasMore, loadMore });
  return (
    <div className={styles['review']}>
      <PairList
        analysis={analysis}
        filters={filters}
        review={review}
        total={list.total}
        reasonOf={reasonOf}
        actions={actions}
        {...(list.hasNextPage && { onMore: () => void list.fetchNextPage() })}
      />
      <Current
        analysis={analysis}
        filters={filters}
        review={review}
        reasonOf={reasonOf}
        actions={actions}
        error={list.error}
        isKnown={isKnown && !list.isPending && !hasMore}
      />
      <Outlet />
    </div>
  );
}

interface CurrentProps {
  analysis: Analysis;
  filters: RowFilters;
  review: ReturnType<typeof useReview>;
  reasonOf: ReturnType<typeof useDone>['reasonOf'];
  actions: ReturnType<typeof useActions>;
  error: Error | null;
  /** Whether it is known that no pair is left. */
  isKnown: boolean;
}

function Current({ analysis, filters, review, reasonOf, actions, error, isKnown }: CurrentProps) {
  const { t } = useTranslation();
  const { current, shown } = review;
  if (error !== null)
    return (
      <WithoutPair>
        <Problem error={error} />
      </WithoutPair>
    );
  if (current === undefined)
    return (
      <WithoutPair>
        {isKnown && (
          <p className={styles['nothing']} role="status">
            {shown.length === 0 ? t('analysis.pair.none') : t('analysis.pair.allDone')}{' '}
            <Link to="/analyses/$id" params={{ id: analysis.id }}>
              {t('analysis.pair.back')}
            </Link>
          </p>
        )}
      </WithoutPair>
    );
  return (
    <PairView
      key={`${current.a.question_id} ${current.b.question_id}`}
      analysis={analysis}
      filters={filters}
      row={current}
      review={review}
      reason={reasonOf(current)}
      actions={actions}
    />
  );
}
