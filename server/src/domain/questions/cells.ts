import type { CategoryCatalogue } from '../categories.ts';
import type { Order } from '../http/page.ts';
import { DIFFICULTY_LEVELS } from './difficulty.ts';
import type { QuestionFilter } from './filter.ts';
import { QUESTION_STATUSES, type QuestionStatus } from './question.ts';

/** The unit of counted blocks: one status, one category, one level. */
export interface Cell {
  status: QuestionStatus;
  category_id: number;
  difficulty: number;
}

export interface CellSet {
  cells: readonly Cell[];
  /** Set if the cells are all cells of these statuses, which are then walked and counted as a whole. */
  wholeStatuses?: readonly QuestionStatus[];
}

/** Cells that follow each other in position order; segments are sorted by `key`. */
export interface Segment extends CellSet {
  key: string;
}

export function filterCells(filter: QuestionFilter, categories: CategoryCatalogue): CellSet {
  const statuses = filter.status ?? QUESTION_STATUSES;
  const categoryIds =
    filter.category?.map((name) => categories.require(name).id) ?? categories.all.map((category) => category.id);
  const levels = filter.difficulty ?? DIFFICULTY_LEVELS;
  const cells = statuses.flatMap((status) =>
    [...new Set(categoryIds)].flatMap((category_id) =>
      levels.map((difficulty) => ({ status, category_id, difficulty })),
    ),
  );
  const whole = filter.category === undefined && filter.difficulty === undefined;
  return whole ? { cells, wholeStatuses: statuses } : { cells };
}

/**
 * Converts an order into a sequence of segments, each in position order: creation order is one segment, an order by
 * level or category has one segment for each value. Counted blocks then say which segment contains an offset.
 */
export function orderSegments(set: CellSet, order: Order, categories: CategoryCatalogue): Segment[] {
  if (order.by === 'created_at') return [{ ...set, key: '' }];
  const keyOf = (cell: Cell) =>
    order.by === 'difficulty' ? String(cell.difficulty) : categories.nameOf(cell.category_id);
  const segments = [...Map.groupBy(set.cells, keyOf)].map(([key, cells]) => ({ key, cells }));
  segments.sort((left, right) => (left.key < right.key ? -1 : 1));
  return order.descending ? segments.reverse() : segments;
}
