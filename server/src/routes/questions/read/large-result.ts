import type { QuestionFilter } from '../../../domain/questions/filter.ts';
import { violationError } from '../../../errors.ts';
import { countItemsOf } from '../../../store/analysis/items.ts';
import type { Executor } from '../../../store/database/database.ts';

/** All questions of a result are read and sorted for each page. */
const MAX_ROWS = 100_000;

/** Rejects a list by an analysis with too many rows. The analysis itself can still show them page by page. */
export async function rejectLargeResult(
  db: Executor,
  { analysis_id: id }: QuestionFilter,
  place: { parameter: string } | { pointer: string } = { parameter: 'analysis_id' },
): Promise<void> {
  if (id === undefined) return;
  const rows = await countItemsOf(db, id);
  if (rows <= MAX_ROWS) return;
  const detail = `The analysis has ${rows} rows; \`analysis_id\` accepts at most ${MAX_ROWS}. GET /analysis/${id}/items lists them.`;
  throw violationError([{ code: 'out_of_range', detail, maximum: MAX_ROWS, ...place }]);
}
