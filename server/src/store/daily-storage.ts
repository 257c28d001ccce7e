import type { Executor } from './database/database.ts';
import { deleteBatchBefore } from './database/delete-batch.ts';

/** The overhead of a row, in bytes. */
const ROW_BYTES = 300;

export interface UsedStorage {
  bytes: number;
  /** Seconds until the end of the day. */
  seconds_left: number;
}

const USED = `bytes::float8 as bytes, extract(epoch from (day + 1)::timestamp - now() at time zone 'utc')::float8 as seconds_left`;

/** Counts bytes and rows stored for a principal outside the bank itself, and returns the total of the day. */
export async function addStorage(
  tx: Executor,
  owner: string,
  bytes: number,
  rows: number,
): Promise<UsedStorage | undefined> {
  const charged = await tx.query<UsedStorage>({
    name: 'charge_storage',
    text: `insert into daily_storage as used (owner, day, bytes)
           values ($1, (now() at time zone 'utc')::date, $2)
               on conflict (owner, day) do update set bytes = used.bytes + excluded.bytes
           returning ${USED}`,
    values: [owner, bytes + rows * ROW_BYTES],
  });
  return charged.rows[0];
}

export async function findUsedStorage(db: Executor, owner: string): Promise<UsedStorage | undefined> {
  const { rows } = await db.query<UsedStorage>({
    name: 'find_used_storage',
    text: `select ${USED} from daily_storage where owner = $1 and day = (now() at time zone 'utc')::date`,
    values: [owner],
  });
  return rows[0];
}

export function deleteDailyStorageBefore(db: Executor, before: Date, limit: number): Promise<number> {
  return deleteBatchBefore(db, { table: 'daily_storage', time: 'day' }, before, limit);
}
