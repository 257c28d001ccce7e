import type { RequestedFilter } from '../domain/question-filter.ts';
import type { Executor } from './database.ts';
import { deleteBatchBefore } from './delete-batch.ts';

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

export async function insertDraw(tx: Executor, draw: Draw): Promise<void> {
  await tx.query({
    name: 'insert_draw',
    text: `insert into draws (id, owner, seed, filter, start_key, last_key, last_position, drawn, wrapped, exhausted, created_at, used_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11)`,
    values: [
      draw.id,
      draw.owner,
      draw.seed,
      JSON.stringify(draw.filter),
      draw.start_key,
      draw.last_key,
      draw.last_position,
      draw.drawn,
      draw.wrapped,
      draw.exhausted,
      draw.created_at,
    ],
  });
}

export async function findDraw(db: Executor, id: string): Promise<Draw | undefined> {
  return selectDraw(db, id, '');
}

/** Locks the draw, so that two callers who take from it at once never get the same question. */
export async function findDrawForUpdate(tx: Executor, id: string): Promise<Draw | undefined> {
  return selectDraw(tx, id, 'for update');
}

async function selectDraw(db: Executor, id: string, locking: string): Promise<Draw | undefined> {
  const { rows } = await db.query<Omit<Draw, 'start_key' | 'drawn'> & { start_key: string; drawn: string }>({
    text: `select id, owner, seed, filter, start_key, last_key, last_position, drawn, wrapped, exhausted, created_at
             from draws where id = $1 ${locking}`,
    values: [id],
  });
  const [row] = rows;
  return row === undefined ? undefined : { ...row, start_key: BigInt(row.start_key), drawn: Number(row.drawn) };
}

export async function updateDraw(tx: Executor, draw: Draw, now: Date): Promise<void> {
  await tx.query({
    name: 'update_draw',
    text: `update draws
              set last_key = $2, last_position = $3, drawn = $4, wrapped = $5, exhausted = $6, used_at = $7
            where id = $1`,
    values: [draw.id, draw.last_key, draw.last_position, draw.drawn, draw.wrapped, draw.exhausted, now],
  });
}

export function deleteDrawsUnusedSince(db: Executor, since: Date, limit: number): Promise<number> {
  return deleteBatchBefore(db, { table: 'draws', time: 'used_at' }, since, limit);
}
