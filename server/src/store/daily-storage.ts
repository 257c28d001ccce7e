import { AppError } from '../errors.ts';
import type { Executor } from './database/database.ts';
import { deleteBatchBefore } from './database/delete-batch.ts';

/** What a row costs beside its content. */
const ROW_BYTES = 300;

/**
 * Counts what is stored for a principal beside the bank itself, and rejects what goes beyond the limit of a day. Call it last
 * in the transaction: it holds the principal's row until the end, and what is rejected is rolled back with all else.
 */
export async function chargeStorage(
  tx: Executor,
  owner: string,
  bytes: number,
  maxMb: number,
  rows = 1,
): Promise<void> {
  const used = await addStorage(tx, owner, bytes, rows);
  if (used !== undefined && used.bytes > maxMb * 2 ** 20) throw exceeded(used, maxMb);
}

interface Used {
  bytes: number;
  /** Of the day. */
  seconds_left: number;
}

const USED = `bytes::float8 as bytes, extract(epoch from (day + 1)::timestamp - now() at time zone 'utc')::float8 as seconds_left`;

/** Counts what is stored whatever the limit says: what is bounded otherwise, and cannot be rejected half-way. */
export async function addStorage(tx: Executor, owner: string, bytes: number, rows: number): Promise<Used | undefined> {
  const charged = await tx.query<Used>({
    name: 'charge_storage',
    text: `insert into daily_storage as used (owner, day, bytes)
           values ($1, (now() at time zone 'utc')::date, $2)
               on conflict (owner, day) do update set bytes = used.bytes + excluded.bytes
           returning ${USED}`,
    values: [owner, bytes + rows * ROW_BYTES],
  });
  return charged.rows[0];
}

/** Rejects what would store more where the limit of the day is reached already. */
export async function requireStorageLeft(db: Executor, owner: string, maxMb: number): Promise<void> {
  const { rows } = await db.query<Used>({
    name: 'find_used_storage',
    text: `select ${USED} from daily_storage where owner = $1 and day = (now() at time zone 'utc')::date`,
    values: [owner],
  });
  const [used] = rows;
  if (used !== undefined && used.bytes > maxMb * 2 ** 20) throw exceeded(used, maxMb);
}

function exceeded({ seconds_left }: Used, maxMb: number): AppError {
  return new AppError('quota_exceeded', {
    detail: `Your stored responses (Idempotency-Key), superseded versions, comments, draws and reports of imports exceed the limit of ${maxMb} MiB a day.`,
    headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds_left))) },
  });
}

export function deleteDailyStorageBefore(db: Executor, before: Date, limit: number): Promise<number> {
  return deleteBatchBefore(db, { table: 'daily_storage', time: 'day' }, before, limit);
}
