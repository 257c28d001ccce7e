import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Change } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';
import { changeKeys } from '../changes/queries.ts';
import { Problem } from '../states/problem.tsx';
import { Button } from '../ui/button.tsx';
import { WarningShape } from '../ui/icons.tsx';
import styles from './activity.module.css';
import { shortId } from './actor.ts';
import { QuestionLink } from './question-link.tsx';
import type { Conflict } from './use-revert.ts';

const PAGE_SIZE = 100;

interface ConflictsProps {
  conflicts: readonly Conflict[];
  /** Set if the list is incomplete. */
  count?: number;
  children?: ReactNode;
}

/** The questions that a revert skipped, and why. A revert overwrites nothing. */
export function Conflicts({ conflicts, count = conflicts.length, children }: ConflictsProps) {
  const { t } = useTranslation();
  return (
    <div className={styles['conflicts']} role="status">
      <p>
        <WarningShape /> {t('activity.conflicts', { count })}
      </p>
      <ul>
        {conflicts.map(({ question_id, reason, fields, changed_by: changedBy }) => (
          <li key={question_id}>
            <QuestionLink id={question_id} />: {t(`activity.conflict.${reason}`)}
            {fields.length > 0 && ` (${fields.map((field) => t(`field.${field as 'status'}`)).join(', ')})`}
            {changedBy != null && (
              <>
                ,{' '}
                <Link to="/activity" search={{ change: changedBy }}>
                  {t('activity.change', { id: shortId(changedBy) })}
                </Link>
              </>
            )}
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

/** The conflicts of a revert that ran as a job. They come before its questions. */
export function RevertConflicts({ change: { id, status, conflict_count: count } }: { change: Change }) {
  const { t } = useTranslation();
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: changeKeys.conflicts(id, status),
    queryFn: async ({ pageParam, signal }) =>
      quaestor.changes
        .items(
          id,
          { conflicts_only: true, limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) },
          { signal },
        )
        .then((page) => page),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });
  if (error !== null) return <Problem error={error} />;
  const items = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <Conflicts conflicts={items.flatMap(({ conflict }) => conflict ?? [])} count={count}>
      {hasNextPage && (
        <Button small disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('activity.moreItems')}
        </Button>
      )}
    </Conflicts>
  );
}
