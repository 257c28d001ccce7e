import { useInfiniteQuery } from '@tanstack/react-query';
import { quaestor } from '../../api/client.ts';
import { questionKeys } from '../queries.ts';

const PAGE_SIZE = 20;

/** The history of a question, newest first, even of a deleted one. */
export function useVersions(id: string) {
  const query = useInfiniteQuery({
    queryKey: questionKeys.versions(id),
    queryFn: async ({ pageParam, signal }) =>
      quaestor.questions
        .versions(id, { limit: PAGE_SIZE, ...(pageParam !== null && { cursor: pageParam }) }, { signal })
        .then((page) => page),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
  });
  const pages = query.data?.pages ?? [];
  return { ...query, versions: pages.flatMap(({ data }) => data), total: pages[0]?.pagination.total ?? null };
}

export type Version = ReturnType<typeof useVersions>['versions'][number];
