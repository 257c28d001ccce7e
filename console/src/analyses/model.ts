import { type Analysis, isUnfinished, JOB_STATUSES } from '../../../client/src/index.ts';
import { compact, type QuestionSearch, type Status, withoutMembers } from '../questions/search.ts';

export type TypeName = Analysis['analysis_type'];
export type AnalysisStatus = Analysis['status'];
export type Finding = NonNullable<Analysis['findings']>[number];
export type Severity = Finding['severity'];

/** The types in the order in which they are offered, the most productive ones first. */
export const TYPES = [
  'item_flaws',
  'duplicates',
  'topics',
  'difficulty_check',
  'coverage',
  'text_statistics',
  'set_comparison',
] as const satisfies readonly TypeName[];

export { JOB_STATUSES as STATES };

/** Types whose rows are pairs of questions. */
export const PAIR_TYPES: ReadonlySet<TypeName> = new Set(['duplicates', 'set_comparison']);

export function isFinished({ status }: Pick<Analysis, 'status'>): boolean {
  return !isUnfinished({ status });
}

/** The filters of rows of all types, under their names in the API. */
export const ROW_FILTERS = [
  ...(['state', 'category', 'difficulty', 'topic', 'field', 'direction', 'rule', 'severity', 'relation'] as const),
  ...(['level_differs', 'category_differs', 'declared', 'suggested'] as const),
] as const;
export type RowFilters = { [Name in (typeof ROW_FILTERS)[number]]?: string[] };

const MAX_VALUES = 50;

/** Parses values from the address, which may be anything. */
export function readRowFilters(given: Record<string, unknown>): RowFilters {
  const entries = ROW_FILTERS.map(
    (name) => [name, [given[name] ?? []].flat().slice(0, MAX_VALUES).map(String)] as const,
  );
  return Object.fromEntries(entries.filter(([, values]) => values.length > 0));
}

/** The rows of a finding, or null if it is about the whole set. */
export function rowsOf({ items }: Finding): RowFilters | null {
  if (items === null) return null;
  const { searchParams } = new URL(items, location.origin);
  return readRowFilters(Object.fromEntries([...searchParams.keys()].map((name) => [name, searchParams.getAll(name)])));
}

export function isSameFilter(one: RowFilters, other: RowFilters): boolean {
  return ROW_FILTERS.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
}

type QuestionFilter = NonNullable<Analysis['filter']>;

/** The questions of an analysis as the address of a list, or null if no address can express them. */
export function listOf({
  filter,
  question_ids: ids,
}: Pick<Analysis, 'filter' | 'question_ids'>): QuestionSearch | null {
  return ids === null && filter !== null ? searchOf(filter) : null;
}

/** Converts a filter of the API to the address of the list. Both default to ready questions. */
export function searchOf(filter: QuestionFilter): QuestionSearch | null {
  const { category, difficulty, status, topic_focus, tag, language, q, ...others } = filter;
  const tags = [tag ?? []].flat();
  if (tags.length > 1 || Object.values(others).some((one) => one !== undefined)) return null;
  const list = <Value>(value: Value | Value[] | undefined) =>
    value === undefined ? undefined : ([value].flat() as Value[]);
  return compact({
    q,
    topic_focus,
    tag: tags[0],
    language,
    category: list(category),
    difficulty: list(difficulty),
    status: list((status ?? 'ready') as Status | Status[]),
  });
}

/** Converts an address to a filter of the API, without the order and without the default status. */
export function filterOf({ sort: _order, status, ...search }: QuestionSearch): QuestionFilter {
  const isReadyAlone = status === undefined || (status.length === 1 && status[0] === 'ready');
  return { ...withoutMembers(search), ...(!isReadyAlone && { status }) };
}

export interface ListSearch {
  type?: TypeName;
  status?: AnalysisStatus;
}

export function readListSearch(given: Record<string, unknown>): ListSearch {
  const type = TYPES.find((one) => one === given['type']);
  const status = JOB_STATUSES.find((one) => one === given['status']);
  return { ...(type !== undefined && { type }), ...(status !== undefined && { status }) };
}
