import type { CellSet } from '../../domain/questions/cells.ts';
import { TOGETHER } from './counts.ts';

export interface CellScopes {
  /** Distinguishes statements of different form, so that each can be prepared once. */
  name: string;
  values: readonly (string | number)[];
  /** A condition for each ordered scan that the cells need; all cells of a status are one scan. */
  conditions: readonly string[];
  /** True for rows in any of the cells. */
  anywhere: string;
  /** The same for stored counts, where all cells of a status together have separate rows. */
  counted: string;
}

/** Cells as conditions with parameters from `$from` on, so that a statement depends only on their number. */
export function cellScopes({ cells, wholeStatuses }: CellSet, from: number): CellScopes {
  const conditions =
    wholeStatuses?.map((_, index) => `status = $${from + index}::question_status`) ??
    cells.map((_, index) => {
      const at = from + index * 3;
      return `status = $${at}::question_status and category_id = $${at + 1}::smallint and difficulty = $${at + 2}::smallint`;
    });
  return {
    name: wholeStatuses === undefined ? `cells_${cells.length}` : `statuses_${wholeStatuses.length}`,
    values: wholeStatuses ?? cells.flatMap((cell) => [cell.status, cell.category_id, cell.difficulty]),
    conditions,
    anywhere: anyOf(conditions),
    counted:
      wholeStatuses === undefined
        ? anyOf(conditions)
        : `(${anyOf(conditions)} and category_id = ${TOGETHER} and difficulty = ${TOGETHER})`,
  };
}

function anyOf(conditions: readonly string[]): string {
  return `(${conditions.map((condition) => `(${condition})`).join(' or ')})`;
}
