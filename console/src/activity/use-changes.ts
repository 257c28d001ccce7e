import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { isUnfinished } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';
import { changeKeys } from '../changes/queries.ts';
import { type ActivitySearch, TIMES, wayOf } from './search.ts';

const PAGE_SIZE = 50;
const POLL_INTERVAL_MS = 1000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * The service can filter imports and bulk changes by kind. Whether the author is a person or a program is only known
 * from each change.
 */
export function useChanges({ who, what, via, when, change }: ActivitySearch) {
  const kind = what ?? (via === 'import' || via === 'bulk' ? via : undefined);
  const list = useInfiniteQuery({
    queryKey: changeKeys.list(who, kind, when),
    enabled: change === undefined,
    queryFn: async ({ pageParam, signal }) =>
      quaestor.changes
        .list(
          {
            limit: PAGE_SIZE,
            include_summary: true,
            ...(who !== undefined && { actor: who }),
            ...(kind !== undefined && { kind }),
            ...(when !== undefined && { created_after: new Date(Date.now() - TIMES[when] * DAY_MS).toISOString() }),
            ...(pageParam !== null && { cursor: pageParam }),
          },
          { signal },
        )
        .then((page) => page),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.data.some(isUnfinished)) === true ? POLL_INTERVAL_MS : false,
  });
  const one = useQuery({
    queryKey: changeKeys.one(change),
    enabled: change !== undefined,
    queryFn: ({ signal }) => quaestor.changes.get(change ?? '', { includeSummary: true, signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && isUnfinished(data) ? POLL_INTERVAL_MS : false),
  });
  return change === undefined
    ? {
        ...list,
        changes: list.data?.pages.flatMap((page) => page.data).filter((one) => via === undefined || wayOf(one) === via),
      }
    : { ...list, changes: one.data === undefined ? undefined : [one.data], error: one.error, hasNextPage: false };
}
