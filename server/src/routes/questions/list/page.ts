import type { Deps } from '../../../deps.ts';
import type { CategoryCatalogue } from '../../../domain/categories.ts';
import { type CursorKeys, damagedCursor, type Order, type Total } from '../../../domain/http/page.ts';
import { MAX_PAGE_BYTES, pageTooLarge, requireWholePage } from '../../../domain/http/page-budget.ts';
import { type CellSet, filterCells } from '../../../domain/questions/cells.ts';
import { isCellFilter, type QuestionFilter } from '../../../domain/questions/filter.ts';
import type { Executor } from '../../../store/database/database.ts';
import { mergeCalls } from '../../../store/database/merge-calls.ts';
import {
  BODY_SEPARATOR,
  type CellPage,
  countCellSet,
  findPageText,
  findSizedPageText,
  listCellPages,
  type PageText,
} from '../../../store/questions/page-text.ts';
import { FIRST_POSITION } from '../../../store/questions/walk.ts';
import { findPageAndTotal } from './find-page.ts';

interface ListRequest {
  /** Filter and order as one text. */
  query: string;
  filter: QuestionFilter;
  order: Order;
  limit: number;
  offset: number;
  after: CursorKeys | undefined;
  scan: <Result>(work: (db: Executor) => Promise<Result>) => Promise<Result>;
  /** Reserves memory for the reply. */
  reserve: (bytes: number) => void;
}

interface ListPage {
  /** The questions' JSON, with BODY_SEPARATOR between them. */
  bodies: string;
  lastKeys: CursorKeys;
  hasMore: boolean;
  total: Total;
  /** The state of the database that the whole page shows; undefined if its parts were read at different times. */
  snapshot: string | undefined;
}

/** Pages of up to this many rows, which are nearly all, have at most 4 MB and are not measured. */
const USUAL_LIMIT = 20;
/** Larger texts would delay all other results on the same connection. */
const MAX_HOT_BYTES = 1024 * 1024;

/** Pages by category and level in creation order are read as one text, all others row by row. */
export function pageLister(deps: Deps): (request: ListRequest) => Promise<ListPage> {
  const totals = new Map<string, { total: number; snapshot: string | null }>();
  const findCellPage = mergeCalls((pages: readonly CellPage[]) => listCellPages(deps.db.lists.hot, pages), {
    maxBatch: 8,
  });

  const findText = (set: CellSet, request: ListRequest): Promise<PageText> => {
    const { order, limit, offset, after } = request;
    const [cell, ...more] = set.cells;
    const { descending } = order;
    if (limit > USUAL_LIMIT) return findLongText(set, request);
    if (cell === undefined || more.length > 0 || descending || offset > 0)
      return findPageText(deps.db.lists.hot, set, { limit, descending, offset, after: after?.[0] });
    return findCellPage({ cell, limit, after: after?.[0] ?? FIRST_POSITION });
  };

  const findLongText = async (set: CellSet, { order, limit, offset, after, scan, reserve }: ListRequest) => {
    const page = { limit, descending: order.descending, offset, after: after?.[0] };
    const small = await findSizedPageText(deps.db.lists.hot, set, page, MAX_HOT_BYTES);
    if (small.text !== undefined) return small.text;
    if (small.fitting !== undefined) throw pageTooLarge(small.fitting);
    reserve(small.bytes);
    const large = await scan((db) => findSizedPageText(db, set, page, MAX_PAGE_BYTES));
    if (large.text === undefined) throw pageTooLarge(large.fitting ?? 1);
    return large.text;
  };

  const listText = async (request: ListRequest, categories: CategoryCatalogue): Promise<ListPage> => {
    rejectForgedPosition(request.after);
    const set = filterCells(request.filter, categories);
    const page = await findText(set, request);
    let total = totals.get(request.query);
    if (total === undefined || total.snapshot === null || total.snapshot !== page.snapshot) {
      total = await countCellSet(deps.db.lists.hot, set);
      if (totals.size >= MAX_TOTALS) totals.clear();
      totals.set(request.query, total);
    }
    return {
      bodies: page.bodies,
      lastKeys: [page.lastPosition ?? ''],
      hasMore: page.hasMore,
      total: { total: total.total },
      snapshot: page.snapshot !== null && total.snapshot === page.snapshot ? page.snapshot : undefined,
    };
  };

  const listRows = async (request: ListRequest, categories: CategoryCatalogue): Promise<ListPage> => {
    const { filter, order, limit, offset, after, scan } = request;
    const page = { limit: limit + 1, offset, after };
    const find = (db: Executor) => findPageAndTotal(db, filter, order, categories, page);
    const quick = isCellFilter(filter) && order.by !== 'updated_at' && limit <= USUAL_LIMIT;
    const { rows: found, total } = await (quick ? find(deps.db.lists.pool) : scan(find));
    const rows = requireWholePage(found.slice(0, limit));
    return {
      bodies: rows.map(({ body }) => body).join(BODY_SEPARATOR),
      lastKeys: rows.at(-1)?.keys ?? [],
      hasMore: found.length > limit,
      total,
      snapshot: undefined,
    };
  };

  return (request) => {
    const { filter, order } = request;
    const asText = isCellFilter(filter) && order.by === 'created_at';
    return (asText ? listText : listRows)(request, deps.categories.current);
  };
}

/** The number of cached totals: filters of status, category and level have a few hundred common forms. */
const MAX_TOTALS = 1000;

/** Pages of several callers are read together, so one position that PostgreSQL cannot read would fail them all. */
function rejectForgedPosition(after: CursorKeys | undefined): void {
  if (after !== undefined && !/^\d{1,18}$/u.test(after[0] ?? '')) throw damagedCursor();
}
