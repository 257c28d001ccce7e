import { type QueryClient, queryOptions, useQueries, useQueryClient } from '@tanstack/react-query';
import type { Analysis } from '../../../../client/src/index.ts';
import { quaestor } from '../../api/client.ts';
import { questionKeys } from '../../questions/queries.ts';
import { type Finding, rowsOf } from '../model.ts';
import { type PairRow, type QuestionRow, questionsOf } from './row.ts';
import { dismissalsQuery, doneReason, type Known, readCurrent } from './use-work.ts';

const PAGE_SIZE = 100;
/** Rows beyond these pages count as left. */
const MAX_PAGES = 50;

interface Task {
  analysis: Analysis;
  finding: Finding;
}

/** How many rows of each finding are left to do, in the same order; undefined until it is known. */
export function useLeft(tasks: readonly Task[]): (number | null | undefined)[] {
  const client = useQueryClient();
  return useQueries({
    queries: tasks.map((task) => leftQuery(client, task)),
    combine: (all) => all.map(({ data }) => data),
  });
}

function leftQuery(client: QueryClient, { analysis, finding }: Task) {
  const rows = rowsOf(finding);
  return queryOptions({
    queryKey: questionKeys.left(analysis.id, rows),
    queryFn: async ({ signal }) => {
      // Nobody decides the rows of a coverage, which are cells.
      if (finding.count === null || rows === null || analysis.analysis_type === 'coverage') return finding.count;
      const dismissals = await client.fetchQuery(dismissalsQuery(analysis.analysis_type));
      const { created_at: since } = analysis;
      const [newest] = (await quaestor.changes.list({ limit: 1, created_after: since }, { signal })).data;
      if (newest === undefined && !dismissals.some(({ created_at: at }) => at > since)) return finding.count;
      return Math.max(0, finding.count - (await countDone({ analysis, finding }, dismissals, signal)));
    },
  });
}

/** People decide from the top, so the count ends with the first page that has rows left. */
async function countDone(
  { analysis, finding }: Task,
  dismissals: Known['dismissals'],
  signal: AbortSignal,
): Promise<number> {
  let done = 0;
  for (let [pages, cursor] = [0, ''] as [number, string | null]; cursor !== null && pages < MAX_PAGES; pages += 1) {
    const query = { ...rowsOf(finding), limit: PAGE_SIZE, ...(cursor !== '' && { cursor }) };
    const page = await quaestor.analysis.items(analysis.id, query, { signal });
    const rows = page.data as unknown as (QuestionRow | PairRow)[];
    const ids = rows.flatMap(questionsOf).map(({ question_id: id }) => id);
    const found = await readCurrent([...new Set(ids)], signal);
    const decided = rows.filter((row) => doneReason(analysis, row, { found, dismissals }) !== null).length;
    done += decided;
    if (decided < rows.length) break;
    cursor = page.pagination.next_cursor;
  }
  return done;
}
