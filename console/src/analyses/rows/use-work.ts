import { queryOptions, useInfiniteQuery, useQueries, useQuery } from '@tanstack/react-query';
import type { Analysis, ListedQuestion } from '../../../../client/src/index.ts';
import { quaestor } from '../../api/client.ts';
import { questionKeys } from '../../questions/queries.ts';
import type { RowFilters, TypeName } from '../model.ts';
import { analysisKeys } from '../queries.ts';
import { assignmentKeys, dismissalKeys } from './queries.ts';
import { type AnalysedQuestion, type PairRow, type QuestionRow, questionsOf, type Subject, subjectOf } from './row.ts';

const PAGE_SIZE = 100;
/** The maximum number of dismissals and assignments of one type that are read. Rows beyond it are shown as open. */
const MAX_KNOWN = 5000;

export const dismissalsQuery = (type: TypeName) =>
  queryOptions({
    queryKey: dismissalKeys.of(type),
    queryFn: ({ signal }) =>
      quaestor.dismissals
        .list({ analysis_type: type === 'set_comparison' ? 'duplicates' : type, limit: 1000 }, { signal })
        .toArray(MAX_KNOWN),
  });

export type Done = 'changed' | 'gone' | 'dismissed';

/** The rows of a result, page by page; as they were at the time of the run. */
export function useResultRows<Row>(id: string, filters: RowFilters) {
  const query = { ...filters, limit: PAGE_SIZE };
  const list = useInfiniteQuery({
    queryKey: analysisKeys.rows(id, query),
    queryFn: async ({ pageParam, signal }) =>
      quaestor.analysis
        .items(id, { ...query, ...(pageParam !== null && { cursor: pageParam }) }, { signal })
        .then((page) => page),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.next_cursor,
    staleTime: Number.POSITIVE_INFINITY, // a result never changes
  });
  const rows = (list.data?.pages.flatMap(({ data }) => data) ?? []) as unknown as Row[];
  return { ...list, rows, total: list.data?.pages[0]?.pagination.total ?? null };
}

/**
 * Finds the rows that are done. A result never changes, so this looks at which questions have been changed, deleted,
 * merged or dismissed since the run. Those rows leave the list.
 */
export function useDone(analysis: Analysis, rows: readonly (QuestionRow | PairRow)[]) {
  const type = analysis.analysis_type;
  const { asked, found } = useCurrent(rows);
  const { data: dismissals = [] } = useQuery(dismissalsQuery(type));
  const isKnown = (row: QuestionRow | PairRow) => questionsOf(row).every(({ question_id: id }) => asked.has(id));
  const reasonOf = (row: QuestionRow | PairRow): Done | null =>
    isKnown(row) ? doneReason(analysis, row, { found, dismissals }) : null;
  const versionOf = (id: string) => found.get(id)?.version;
  // While more rows are loading, only the previous ones are known: a question that was not requested must not count as
  // gone.
  const known = <Some extends QuestionRow | PairRow>(some: readonly Some[]) => some.filter(isKnown);
  return { isKnown: rows.length === 0 || asked.size > 0, known, reasonOf, versionOf };
}

/** The current versions of the questions of all rows. They are read page by page, so a new page reads only its own. */
function useCurrent(rows: readonly (QuestionRow | PairRow)[]) {
  const pages = Array.from({ length: Math.ceil(rows.length / PAGE_SIZE) }, (_, page) => {
    const some = rows.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE);
    return [...new Set(some.flatMap(questionsOf).map(({ question_id }) => question_id))].sort();
  });
  return useQueries({
    queries: pages.map((ids) => ({
      queryKey: questionKeys.current(ids),
      queryFn: async ({ signal }: { signal: AbortSignal }) => ({ ids, found: await readCurrent(ids, signal) }),
    })),
    combine: joinCurrent,
  });
}

function joinCurrent(
  pages: readonly { data: { ids: readonly string[]; found: Map<string, ListedQuestion> } | undefined }[],
) {
  return {
    asked: new Set(pages.flatMap(({ data }) => data?.ids ?? [])),
    found: new Map(pages.flatMap(({ data }) => [...(data?.found ?? [])])),
  };
}

export interface Known {
  found: ReadonlyMap<string, ListedQuestion>;
  dismissals: readonly Named[];
}

/** Why nothing is left to do about a row. */
export function doneReason(analysis: Analysis, row: QuestionRow | PairRow, { found, dismissals }: Known): Done | null {
  const subject = subjectOf(analysis, row);
  if (dismissals.some((one) => covers(one, subject))) return 'dismissed';
  const pairs = questionsOf(row).map((before) => ({ before, now: found.get(before.question_id) }));
  if (pairs.some(({ now }) => now === undefined)) return 'gone';
  return pairs.some(({ before, now }) => now !== undefined && isChanged(before, now)) ? 'changed' : null;
}

/** The fields that analyses read. A change of other fields does not settle a row, and undoing a change reopens it. */
const ANALYSED = [
  ...(['question_text', 'correct_answer', 'accepted_answers', 'incorrect_answers', 'category', 'difficulty'] as const),
] as const;

function isChanged(before: AnalysedQuestion, now: ListedQuestion): boolean {
  const isMoved =
    'declared' in before &&
    typeof before.declared === 'string' &&
    ![now.category, now.topic_focus].includes(before.declared);
  return isMoved || ANALYSED.some((name) => JSON.stringify(before[name]) !== JSON.stringify(now[name]));
}

/** The current versions of questions that are not deleted. */
export async function readCurrent(ids: readonly string[], signal: AbortSignal): Promise<Map<string, ListedQuestion>> {
  const current = new Map<string, ListedQuestion>();
  for (let start = 0; start < ids.length; start += PAGE_SIZE) {
    const part = ids.slice(start, start + PAGE_SIZE);
    const { data } = await quaestor.questions.list(
      { ids: part, fields: ['id', 'version', 'topic_focus', ...ANALYSED], limit: PAGE_SIZE },
      { signal },
    );
    for (const question of data) current.set(question.id ?? '', question);
  }
  return current;
}

interface Named {
  question_id: string | null;
  question_ids: readonly string[] | null;
  about: readonly string[] | null;
}

/** Whether a dismissal or an assignment covers everything in the row. */
function covers({ question_id, question_ids, about }: Named, subject: Subject): boolean {
  if (subject.question_ids !== undefined) return question_ids?.join(' ') === subject.question_ids.join(' ');
  if (question_id !== subject.question_id) return false;
  return about === null || (subject.about ?? []).every((one) => about.includes(one));
}

/** The assignees of rows. */
export function useAssignments(analysis: Analysis) {
  const type = analysis.analysis_type === 'set_comparison' ? 'duplicates' : analysis.analysis_type;
  const { data = [] } = useQuery({
    queryKey: assignmentKeys.of(type),
    queryFn: ({ signal }) =>
      quaestor.assignments.list({ analysis_type: type, done: false, limit: 1000 }, { signal }).toArray(MAX_KNOWN),
  });
  return (row: QuestionRow | PairRow) => data.find((one) => covers(one, subjectOf(analysis, row)));
}
