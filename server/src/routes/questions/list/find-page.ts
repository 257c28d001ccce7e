import type { CategoryCatalogue } from '../../../domain/categories.ts';
import type { CursorKeys, Order, Total } from '../../../domain/http/page.ts';
import { bytesOf, MAX_PAGE_BYTES } from '../../../domain/http/page-budget.ts';
import { filterCells, orderSegments, type Segment } from '../../../domain/questions/cells.ts';
import { isCellFilter, isCreatedRange, type QuestionFilter } from '../../../domain/questions/filter.ts';
import type { Executor } from '../../../store/database/database.ts';
import { translateDatabaseError } from '../../../store/database/database-errors.ts';
import { countCells } from '../../../store/questions/counts.ts';
import { type SearchRow, searchQuestions } from '../../../store/questions/search.ts';
import { countMatches } from '../../../store/questions/totals.ts';
import { walkQuestions } from '../../../store/questions/walk.ts';
import { searchWords } from '../../../store/questions/word-search.ts';

interface PageRequest {
  limit: number;
  offset: number;
  after?: CursorKeys | undefined;
}

/** A page and its total. */
export async function findPageAndTotal(
  db: Executor,
  filter: QuestionFilter,
  order: Order,
  categories: CategoryCatalogue,
  page: PageRequest,
): Promise<{ rows: SearchRow[]; total: Total }> {
  const byPosition = order.by === 'created_at' && !isCreatedRange(filter);
  if (filter.q !== undefined && byPosition && page.offset === 0) {
    const { limit, after } = page;
    return searchWords(db, filter, categories, { limit, descending: order.descending, after: after?.[0] });
  }
  const rows = await findPage(db, filter, order, categories, page);
  return { rows, total: await countInTime(db, filter, categories, page.offset + rows.length) };
}

/** If counting takes too long, the page is still returned; the total then says how many questions were seen. */
async function countInTime(
  db: Executor,
  filter: QuestionFilter,
  categories: CategoryCatalogue,
  seen: number,
): Promise<Total> {
  try {
    return await countMatches(db, filter, categories);
  } catch (error) {
    if (translateDatabaseError(error)?.code !== 'timeout') throw error;
    return { total: null, total_at_least: seen };
  }
}

/** Uses the counted blocks if they serve the filter, otherwise the general search. */
async function findPage(
  db: Executor,
  filter: QuestionFilter,
  order: Order,
  categories: CategoryCatalogue,
  page: PageRequest,
): Promise<SearchRow[]> {
  if (!isCellFilter(filter) || order.by === 'updated_at') return searchQuestions(db, filter, order, categories, page);
  return walkSegments(db, orderSegments(filterCells(filter, categories), order, categories), order, page);
}

/** Reads segment after segment until the page is full, and skips whole segments before the offset by their counts. */
async function walkSegments(
  db: Executor,
  segments: readonly Segment[],
  order: Order,
  { limit, offset, after }: PageRequest,
): Promise<SearchRow[]> {
  const sorted = segments.length > 1 || order.by !== 'created_at';
  const rows: SearchRow[] = [];
  let maxBytes = MAX_PAGE_BYTES;
  let position = after?.at(-1);
  let skip = offset;
  const resumed = after !== undefined && sorted ? segments.slice(indexOfKey(segments, after[0], order)) : segments;
  if (after !== undefined && sorted && resumed[0]?.key !== after[0]) position = undefined;
  for (const segment of resumed) {
    if (rows.length >= limit) break;
    if (skip > 0 && sorted) {
      const size = (await countCells(db, segment)).reduce((total, { count }) => total + count, 0);
      if (skip >= size) {
        skip -= size;
        continue;
      }
    }
    const page = { limit: limit - rows.length, descending: order.descending, after: position, offset: skip, maxBytes };
    const found = await walkQuestions(db, segment, page);
    maxBytes -= bytesOf(found);
    rows.push(
      ...found.map((row) => ({
        body: row.body,
        fits: row.fits,
        keys: sorted ? [segment.key, row.position] : [row.position],
      })),
    );
    skip = 0;
    position = undefined;
  }
  return rows;
}

/** The segment in which a cursor stopped, or the first one after it. */
function indexOfKey(segments: readonly Segment[], key: string | undefined, order: Order): number {
  const index = segments.findIndex((segment) =>
    order.descending ? segment.key <= (key ?? '') : segment.key >= (key ?? ''),
  );
  return index === -1 ? segments.length : index;
}
