import { AppError } from '../../errors.ts';
import { addStorage, findUsedStorage, type UsedStorage } from '../../store/daily-storage.ts';
import type { Executor } from '../../store/database/database.ts';

/**
 * Charges a principal for data stored outside the bank itself, and rejects what exceeds the limit of a day. Call it last in
 * the transaction: it holds the principal's row until the end, and a rejection rolls back everything.
 */
export async function chargeStorage(
  tx: Executor,
  owner: string,
  bytes: number,
  maxMb: number,
  rows = 1,
): Promise<void> {
  requireWithinLimit(await addStorage(tx, owner, bytes, rows), maxMb);
}

/** Rejects work that will store more when the limit of the day is already exceeded. */
export async function requireStorageLeft(db: Executor, owner: string, maxMb: number): Promise<void> {
  requireWithinLimit(await findUsedStorage(db, owner), maxMb);
}

function requireWithinLimit(used: UsedStorage | undefined, maxMb: number): void {
  if (used === undefined || used.bytes <= maxMb * 2 ** 20) return;
  throw new AppError('quota_exceeded', {
    detail: `Your stored responses (Idempotency-Key), superseded versions, comments, draws and reports of imports exceed the limit of ${maxMb} MiB a day.`,
    headers: { 'retry-after': String(Math.max(1, Math.ceil(used.seconds_left))) },
  });
}
