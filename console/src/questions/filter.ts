import { MIN_SEARCH_LENGTH } from './debounced.ts';
import { DEFAULT_STATUSES, type QuestionSearch } from './search.ts';

/** What the address filters by, as the API takes it: which questions there are, in whatever order. */
export function filterOf(search: QuestionSearch) {
  const { sort: _sort, view: _view, cols: _cols, at: _at, q, status = [...DEFAULT_STATUSES], ...rest } = search;
  return { ...rest, status, ...(q !== undefined && q.length >= MIN_SEARCH_LENGTH && { q }) };
}

export type ListFilter = ReturnType<typeof filterOf>;
