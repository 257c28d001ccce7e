import type { Deps } from '../../deps.ts';
import type { CategoryCatalogue } from '../../domain/category.ts';
import type { CursorKeys, Order, Total } from '../../domain/page.ts';
import type { QuestionField } from '../../domain/question.ts';
import { filterCells } from '../../domain/question-cells.ts';
import { isCellFilter, type QuestionFilter } from '../../domain/question-filter.ts';
import { countCellSet, findPageText } from '../../store/question-page-text.ts';
import { findPage, findTotal } from './find-page.ts';

export interface ListRequest {
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

  const listText = async (
    { filter, order, limit, after }: ListRequest,
    categories: CategoryCatalogue,
  ): Promise<ListPage> => {
    const set = filterCells(filter, categories);
    const key = JSON.stringify(filter);
    const page = await findPageText(deps.db.lists.hot, set, { limit, descending: order.descending, after: after?.[0] });
    let total = totals.get(key);
    if (total === undefined || total.snapshot === null || total.snapshot !== page.snapshot) {
      total = await countCellSet(deps.db.lists.hot, set);
      if (totals.size >= MOST_TOTALS) totals.clear();
      totals.set(key, total);
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
    const [found, total] = await Promise.all([
      findPage(deps.db.lists.pool, filter, order, categories, { limit: limit + 1, offset, after }),
      findTotal(deps.db.lists.pool, filter, categories),
    ]);
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
    const { filter, order, offset, fields } = request;
    const asText = isCellFilter(filter) && order.by === 'created_at' && offset === 0 && fields === undefined;
    return (asText ? listText : listRows)(request, deps.categories.current);
  };
}

/** Filters of status, category and level have a few hundred common forms. */
const MOST_TOTALS = 1000;

function pickFields(body: string, fields: readonly QuestionField[]): string {
  return JSON.stringify(JSON.parse(body), fields as string[]);
}
