import { MIN_SEARCH_LENGTH } from './debounced.ts';
import { DEFAULT_STATUSES, type QuestionSearch } from './search.ts';

/** The filters in the address, as parameters of the API, without the order. */
export function filterOf(search: QuestionSearch) {
  const { sort: _sort, view: _view, cols: _cols, at: _at, q, status = [...DEFAULT_STATUSES], ...rest } = search;
  return { ...rest, status, ...(q !== undefined && q.length >= MIN_SEARCH_LENGTH && { q }) };
}

export type ListFilter = ReturnType<typeof filterOf>;
