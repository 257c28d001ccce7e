import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ListedQuestion } from '../../../client/src/index.ts';
import { quaestor } from '../api/client.ts';
import { filterOf } from './filter.ts';
import { questionKeys } from './queries.ts';
import { defaultSort, type QuestionSearch } from './search.ts';

const PAGE_SIZE = 100;
/** 10,000 rows. Beyond that, a filter is more useful than scrolling. */
const MAX_PAGES = 100;
const FIELDS = [
  'id',
  'question_text',
  'correct_answer',
  'category',
  'difficulty',
  'topic_focus',
  'status',
  'version',
  'updated_at',
] as const;

/** Loaded only where they are shown. */
const MORE_FIELDS = ['tags', 'language', 'created_at'] as const;

export type Row = ListedQuestion & { id: string };

export function listQuery(search: QuestionSearch) {
  const { sort = defaultSort(search), cols = [], at = 0 } = search;
  const fields = [...FIELDS, ...MORE_FIELDS.filter((name) => cols.includes(name))];
  const query = { ...filterOf(search), sort, limit: PAGE_SIZE, fields };
  return infiniteQueryOptions({
    queryKey: questionKeys.list(query, at),
    queryFn: async ({ pageParam, signal }) =>
      quaestor.questions
        .list({ ...query, ...(pageParam !== null ? { cursor: pageParam } : at > 0 && { offset: at }) }, { signal })
        .then((page) => page),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }, pages) => (pages.length < MAX_PAGES ? pagination.next_cursor : null),
    placeholderData: keepPreviousData,
  });
}

/** The loaded rows, and the total. */
export function useQuestions(search: QuestionSearch) {
  const list = useInfiniteQuery(listQuery(search));
  const pages = list.data?.pages ?? [];
  const rows = pages.flatMap(({ data }) => data as Row[]);
  const first = pages[0]?.pagination;
  return {
    ...list,
    rows,
    total: first?.total ?? null,
    totalAtLeast: first?.total_at_least ?? null,
    isCut: pages.length === MAX_PAGES && pages.at(-1)?.pagination.has_more === true,
  };
}
