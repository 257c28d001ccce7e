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
  const charged = await tx.query<{ bytes: number; seconds_left: number }>({
    name: 'charge_storage',
    text: `insert into daily_storage as used (owner, day, bytes)
           values ($1, (now() at time zone 'utc')::date, $2)
               on conflict (owner, day) do update set bytes = used.bytes + excluded.bytes
           returning bytes::float8 as bytes,
                     extract(epoch from (day + 1)::timestamp - now() at time zone 'utc')::float8 as seconds_left`,
    values: [owner, bytes + rows * ROW_BYTES],
  });
  const [used] = charged.rows;
  if (used === undefined || used.bytes <= maxMb * 2 ** 20) return;
  throw new AppError('quota_exceeded', {
    detail: `Your stored responses (Idempotency-Key), superseded versions, comments and draws exceed the limit of ${maxMb} MiB a day.`,
    headers: { 'retry-after': String(Math.max(1, Math.ceil(used.seconds_left))) },
  });
}

export function deleteDailyStorageBefore(db: Executor, before: Date, limit: number): Promise<number> {
  return deleteBatchBefore(db, { table: 'daily_storage', time: 'day' }, before, limit);
}
