import type { RequestedFilter } from '../domain/questions/filter.ts';
import { AppError } from '../errors.ts';
import { lockCount } from './database/count-lock.ts';
import type { Executor } from './database/database.ts';
import { deleteBatchBefore } from './database/delete-batch.ts';

export interface Draw {
  id: string;
  owner: string;
  seed: string;
  filter: RequestedFilter;
  start_key: bigint;
  last_key: string | null;
  last_position: string | null;
  drawn: number;
  wrapped: boolean;
  exhausted: boolean;
  created_at: Date;
}

/** The maximum number of draws kept per principal. */
export const MAX_DRAWS = 10_000;

/**
 * More transactions than the connections of all nodes can run at once: a principal this far from the limit does not
 * wait for a lock.
 */
const MAX_AT_ONCE = 1000;

async function countDraws(tx: Executor, owner: string): Promise<number> {
  const { rows } = await tx.query<{ kept: number }>({
    name: 'count_draws',
    text: `select count(*)::integer as kept from (select from draws where owner = $1 limit ${MAX_DRAWS}) counted`,
    values: [owner],
  });
  return rows[0]?.kept ?? 0;
}

/**
 * A principal may be an app with thousands of players, and nobody closes a draw. At the limit the least recently used
 * draw is deleted, unless it was used within the last hour.
 */
async function makePlace(tx: Executor, owner: string): Promise<void> {
  if ((await countDraws(tx, owner)) < MAX_DRAWS - MAX_AT_ONCE) return;
  await lockCount(tx, 'draws', owner);
  if ((await countDraws(tx, owner)) < MAX_DRAWS) return;
  const { rowCount } = await tx.query({
    text: `delete from draws
            where ctid = any(array(select ctid from draws where owner = $1 and used_at < now() - interval '1 hour'
                                    order by used_at limit 1 for update skip locked))`,
    values: [owner],
  });
  if (rowCount === 1) return;
  throw new AppError('quota_exceeded', {
    detail: `You have reached the limit of ${MAX_DRAWS} draws used within the last hour.`,
    headers: { 'retry-after': '60' },
  });
}

/**
 * Ids have a separate column; with the empty list in the filter, a node of a release that does not know the column
 * returns nothing.
 */
export async function insertDraw(tx: Executor, draw: Draw): Promise<void> {
  await makePlace(tx, draw.owner);
  const { ids } = draw.filter;
  await tx.query({
    name: 'insert_draw',
    text: `insert into draws (id, owner, seed, filter, start_key, last_key, last_position, drawn, wrapped, exhausted, created_at, used_at, question_ids)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now(), $12)`,
    values: [
      draw.id,
      draw.owner,
      draw.seed,
      JSON.stringify(ids === undefined ? draw.filter : { ...draw.filter, ids: [] }),
      draw.start_key,
      draw.last_key,
      draw.last_position,
      draw.drawn,
      draw.wrapped,
      draw.exhausted,
      draw.created_at,
      ids ?? null,
    ],
  });
}

export async function findDraw(db: Executor, id: string): Promise<Draw | undefined> {
  const { rows } = await db.query<Omit<Draw, 'start_key' | 'drawn'> & { start_key: string; drawn: string }>({
    name: 'find_draw',
    text: `select id, owner, seed, case when question_ids is null then filter else filter || jsonb_build_object('ids', question_ids) end as filter, start_key, last_key, last_position, drawn, wrapped, exhausted, created_at
             from draws where id = $1`,
    values: [id],
  });
  const [row] = rows;
  return row === undefined ? undefined : { ...row, start_key: BigInt(row.start_key), drawn: Number(row.drawn) };
}

/** Advances a draw; false if it has advanced since it was read, so that no two callers get the same questions. */
export async function updateDraw(tx: Executor, before: Draw, after: Draw): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'update_draw',
    text: `update draws
              set last_key = $2, last_position = $3, drawn = $4, wrapped = $5, exhausted = $6, used_at = now()
            where id = $1 and drawn = $7 and wrapped = $8 and exhausted = $9`,
    values: [
      after.id,
      after.last_key,
      after.last_position,
      after.drawn,
      after.wrapped,
      after.exhausted,
      before.drawn,
      before.wrapped,
      before.exhausted,
    ],
  });
  return rowCount === 1;
}

export function deleteDrawsUnusedSince(db: Executor, since: Date, limit: number): Promise<number> {
  return deleteBatchBefore(db, { table: 'draws', time: 'used_at' }, since, limit);
}
