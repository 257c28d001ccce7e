import type { components } from '../../../../client/src/index.ts';
import { filterOf } from '../filter.ts';
import { compact, DEFAULT_STATUSES, defaultSort, type QuestionSearch, readSearch, withoutMembers } from '../search.ts';

export type View = components['schemas']['View'];

/** The parts of an address that a view stores. */
export function viewOf(search: QuestionSearch): Pick<View, 'filter' | 'sort'> {
  return { filter: filterOf(withoutMembers(search)), sort: search.sort ?? null };
}

/** The address of a view. */
export function searchOf({ filter, sort }: Pick<View, 'filter' | 'sort'>): QuestionSearch {
  const { status, sort: order, ...rest } = readSearch({ ...filter, sort: sort ?? undefined });
  return compact({
    ...rest,
    status: sorted(status ?? ['ready']) === sorted(DEFAULT_STATUSES) ? undefined : (status ?? ['ready']),
    sort: order === defaultSort(rest) ? undefined : order,
  });
}

/** Whether both show the same questions in the same order. */
export function isSameView(one: Pick<View, 'filter' | 'sort'>, other: Pick<View, 'filter' | 'sort'>): boolean {
  return textOf(searchOf(one)) === textOf(searchOf(other));
}

function textOf(search: QuestionSearch): string {
  return sorted(Object.entries(search).map(([name, value]) => `${name}=${sorted([value].flat())}`));
}

function sorted(values: readonly unknown[]): string {
  return JSON.stringify(values.map(String).sort());
}
