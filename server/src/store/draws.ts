import type { RequestedFilter } from '../domain/question-filter.ts';
import type { Executor } from './database.ts';

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
  const { rows } = await db.query<Omit<Draw, 'start_key' | 'drawn'> & { start_key: string; drawn: string }>({
    name: 'find_draw',
    text: `select id, owner, seed, filter, start_key, last_key, last_position, drawn, wrapped, exhausted, created_at
             from draws where id = $1`,
    values: [id],
  });
  const [row] = rows;
  return row === undefined ? undefined : { ...row, start_key: BigInt(row.start_key), drawn: Number(row.drawn) };
}

/** Moves a draw on; false when it has moved since it was read, so that nobody gets what another one got. */
export async function updateDraw(tx: Executor, before: Draw, after: Draw, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'update_draw',
    text: `update draws
              set last_key = $2, last_position = $3, drawn = $4, wrapped = $5, exhausted = $6, used_at = $7
            where id = $1 and drawn = $8 and wrapped = $9 and exhausted = $10`,
    values: [
      after.id,
      after.last_key,
      after.last_position,
      after.drawn,
      after.wrapped,
      after.exhausted,
      now,
      before.drawn,
      before.wrapped,
      before.exhausted,
    ],
  });
  return rowCount === 1;
}

export async function deleteDrawsUnusedSince(db: Executor, since: Date): Promise<number> {
  const { rowCount } = await db.query({ text: 'delete from draws where used_at < $1', values: [since] });
  return rowCount ?? 0;
}
