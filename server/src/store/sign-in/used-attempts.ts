import type { Executor } from '../database/database.ts';
import { deleteBatchBefore } from '../database/delete-batch.ts';

/** False if it was used before. If it is being used right now, this waits. */
export async function claimAttempt(tx: Executor, digest: Buffer, expiresAt: Date): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'insert into used_attempts (digest, expires_at) values ($1, $2) on conflict (digest) do nothing',
    values: [digest, expiresAt],
  });
  return rowCount === 1;
}

export function deleteUsedAttemptsBefore(db: Executor, before: Date, limit: number): Promise<number> {
  return deleteBatchBefore(db, { table: 'used_attempts', time: 'expires_at' }, before, limit);
}
