import type { Deps } from '../../deps.ts';
import type { CategoryCatalogue } from '../../domain/category.ts';
import { type CursorKeys, invalidCursor, type Order, type Total } from '../../domain/page.ts';
import type { QuestionField } from '../../domain/question.ts';
import { type CellSet, filterCells } from '../../domain/question-cells.ts';
import { isCellFilter, type QuestionFilter } from '../../domain/question-filter.ts';
import { mergeCalls } from '../../store/merge-calls.ts';
import {
  type CellPage,
  countCellSet,
  findPageText,
  listCellPages,
  type PageText,
} from '../../store/question-page-text.ts';
import { FIRST_POSITION } from '../../store/question-walk.ts';
import { findPageAndTotal } from './find-page.ts';

export interface ListRequest {
  /** Filter and order as one text. */
  query: string;
  filter: QuestionFilter;
  order: Order;
  limit: number;
  offset: number;
  after: CursorKeys | undefined;
  fields: readonly QuestionField[] | undefined;
}

export interface ListPage {
  /** The questions' JSON, separated by commas. */
  bodies: string;
  lastKeys: CursorKeys;
  hasMore: boolean;
  total: Total;
  /** The state of the database that the whole page shows; undefined when its parts were read at different times. */
  snapshot: string | undefined;
}

/** By category and level in creation order, whole questions: the page is read as one text. All else row by row. */
export function pageLister(deps: Deps): (request: ListRequest) => Promise<ListPage> {
  const totals = new Map<string, { total: number; snapshot: string | null }>();
  const findCellPage = mergeCalls((pages: readonly CellPage[]) => listCellPages(deps.db.lists.hot, pages), { most: 8 });

  const findText = (set: CellSet, { order, limit, offset, after }: ListRequest): Promise<PageText> => {
    const [cell, ...more] = set.cells;
    const { descending } = order;
    if (cell === undefined || more.length > 0 || descending || offset > 0)
      return findPageText(deps.db.lists.hot, set, { limit, descending, offset, after: after?.[0] });
    return findCellPage({ cell, limit, after: after?.[0] ?? FIRST_POSITION });
  };

  const listText = async (request: ListRequest, categories: CategoryCatalogue): Promise<ListPage> => {
    refuseForgedPosition(request.after);
    const set = filterCells(request.filter, categories);
    const page = await findText(set, request);
    let total = totals.get(request.query);
    if (total === undefined || total.snapshot === null || total.snapshot !== page.snapshot) {
      total = await countCellSet(deps.db.lists.hot, set);
      if (totals.size >= MOST_TOTALS) totals.clear();
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
    const { filter, order, limit, offset, after, fields } = request;
    const page = { limit: limit + 1, offset, after };
    const { rows: found, total } = await findPageAndTotal(deps.db.lists.pool, filter, order, categories, page);
    const rows = found.slice(0, limit);
    const bodies = rows.map(({ body }) => (fields === undefined ? body : pickFields(body, fields)));
    return {
      bodies: bodies.join(','),
      lastKeys: rows.at(-1)?.keys ?? [],
      hasMore: found.length > limit,
      total,
      snapshot: undefined,
    };
  };

  return (request) => {
    const { filter, order, fields } = request;
    const asText = isCellFilter(filter) && order.by === 'created_at' && fields === undefined;
    return (asText ? listText : listRows)(request, deps.categories.current);
  };
}

/** Filters of status, category and level have a few hundred common forms. */
const MOST_TOTALS = 1000;

/** Pages of several callers are read together: a position that PostgreSQL cannot read would fail them all. */
function refuseForgedPosition(after: CursorKeys | undefined): void {
  if (after !== undefined && !/^\d{1,18}$/u.test(after[0] ?? '')) throw invalidCursor('The cursor is damaged.');
}

function pickFields(body: string, fields: readonly QuestionField[]): string {
  return JSON.stringify(JSON.parse(body), fields as string[]);
}
