import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import type { Analysis } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';
import { isFinished, type ListSearch, type TypeName } from './model.ts';

/** The polling interval while something runs, as a fallback for the faster event stream. */
const POLL_MS = 2000;
const PAGE_SIZE = 50;

export const analysisKeys = {
  all: ['analyses'],
  lists: ['analyses', 'list'],
  newest: ['analyses', 'newest'],
  unfinished: ['analyses', 'unfinished'],
  rows: (id: string, query: object) => ['analyses', 'rows', id, query],
  picture: (id: string, plot: string, query: object) => ['analyses', 'picture', id, plot, query],
  comparison: (id: string, other: string | undefined) => ['analyses', 'comparison', id, other],
};

export const typesQuery = queryOptions({
  queryKey: ['analyses', 'types'],
  queryFn: ({ signal }) => quaestor.analysis.types({ signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

type TypeInfo = Awaited<ReturnType<typeof quaestor.analysis.types>>['data'][number];

export function useType(name: TypeName | undefined): TypeInfo | undefined {
  const { data } = useQuery(typesQuery);
  return data?.data.find(({ analysis_type }) => analysis_type === name);
}

export const oneQuery = (id: string) =>
  queryOptions({
    queryKey: ['analyses', 'one', id],
    queryFn: ({ signal }) => quaestor.analysis.get(id, { signal }),
    refetchInterval: ({ state: { data } }) => (data === undefined || isFinished(data) ? false : POLL_MS),
    refetchIntervalInBackground: true,
  });

export const listQuery = ({ type, status }: ListSearch) => {
  const query = {
    include_result: false,
    limit: PAGE_SIZE,
    ...(type !== undefined && { analysis_type: type }),
    ...(status !== undefined && { status }),
  };
  return infiniteQueryOptions({
    queryKey: [...analysisKeys.lists, query],
    queryFn: async ({ pageParam, signal }) =>
      quaestor.analysis
        .list({ ...query, ...(pageParam !== null && { cursor: pageParam }) }, { signal })
        .then((page) => page),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.data.some((one: Analysis) => !isFinished(one))) === true ? POLL_MS : false,
  });
};
