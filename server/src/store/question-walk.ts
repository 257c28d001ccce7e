import type { Cell, CellSet } from '../domain/question-cells.ts';
import type { Executor } from './database.ts';
import { BLOCK_SHIFT, cellPredicate } from './question-counts.ts';

/** A row of a page: what the caller gets, and the keys from which a cursor goes on. */
export interface PageRow {
  position: string;
  body: string;
}

export interface WalkPage {
  limit: number;
  descending: boolean;
  /** Go on behind this position … */
  after?: string | undefined;
  /** … or skip this many rows. */
  offset?: number;
}

/** Up to here skipping on the index costs less than asking the blocks (0.4 ms for 1,000 rows at 200 k). */
const PLAIN_OFFSET_LIMIT = 1000;

/** A page of the questions in the given cells, in position order, at any depth. */
export async function walkQuestions(db: Executor, set: CellSet, page: WalkPage): Promise<PageRow[]> {
  const offset = page.offset ?? 0;
  const query =
    offset === 0 ? keysetPage(set, page) : offset <= PLAIN_OFFSET_LIMIT ? plainPage(set, page) : deepPage(set, page);
  const { rows } = await db.query<PageRow>(query);
  return rows;
}

function keysetPage(set: CellSet, { limit, descending, after }: WalkPage) {
  const direction = descending ? 'desc' : 'asc';
  const behind = after === undefined ? '' : ` and position ${descending ? '<' : '>'} $1`;
  return {
    text: `select position, body
             from (${branches(set, 'position, body', behind, `position ${direction}`, String(limit))}) walked
            order by position ${direction}
            limit ${limit}`,
    values: after === undefined ? [] : [after],
  };
}

/** Skips on the index alone and reads the rows of the page only. */
function plainPage(set: CellSet, { limit, descending, offset }: WalkPage) {
  const direction = descending ? 'desc' : 'asc';
  return {
    text: `select position, body
             from (select status, position
                     from (${branches(set, 'status, position', '', `position ${direction}`, `${limit} + $1`)}) walked
                    order by position ${direction}
                    limit ${limit} offset $1) page
             join questions using (status, position)
            where deleted_at is null
            order by position ${direction}`,
    values: [offset],
  };
}

/**
 * A running sum over the counted blocks finds the block in which the offset lies; only the rest is skipped, inside it.
 * The prototype at 10 M rows: 0.6 ms at offset 500 k of one cell, 2.7 at 5 M of all; plain OFFSET took 292 and 920.
 */
function deepPage(set: CellSet, { limit, descending, offset }: WalkPage) {
  const where = cellPredicate(set);
  const direction = descending ? 'desc' : 'asc';
  const fromBlock = descending
    ? ` and position < ((target.block + 1)::bigint << ${BLOCK_SHIFT})`
    : ` and position >= (target.block::bigint << ${BLOCK_SHIFT})`;
  const rest = '($1 - target.before)';
  return {
    text: `with counted as (
             select block, sum(count) as count
               from (select block, count from question_blocks where ${where}
                     union all
                     select block, delta from question_count_deltas where ${where}) counts
              group by block),
           running as (
             select block, count, sum(count) over (order by block ${direction}) - count as before
               from counted),
           target as (
             select block, before
               from running
              where before <= $1 and before + count > $1)
           select position, body
             from target
            cross join lateral (
                  select status, position
                    from (${branches(set, 'status, position', fromBlock, `position ${direction}`, `${limit} + ${rest}`)}) walked
                   order by position ${direction}
                   limit ${limit} offset ${rest}) page
             join questions using (status, position)
            where deleted_at is null
            order by position ${direction}`,
    values: [offset],
  };
}

/**
 * One ordered index scan for each cell, merged by PostgreSQL (Merge Append) so that only the rows of the page are read.
 * Each branch carries the order and the limit itself: without them PostgreSQL reads all cells and sorts (60 ms instead
 * of 0.1 at 200 k rows). All cells of a status are one scan of the index on (status, position).
 */
export function branches(set: CellSet, columns: string, condition: string, order: string, limit: string): string {
  const scopes = set.wholeStatuses?.map((status) => `status = '${status}'`) ?? set.cells.map(cellCondition);
  return scopes
    .map(
      (scope) =>
        `(select ${columns} from questions where deleted_at is null and ${scope}${condition} order by ${order} limit ${limit})`,
    )
    .join(' union all ');
}

export function cellCondition(cell: Cell): string {
  return `status = '${cell.status}' and category_id = ${cell.category_id} and difficulty = ${cell.difficulty}`;
}
