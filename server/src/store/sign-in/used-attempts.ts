import type { Executor } from '../database/database.ts';
import { deleteBatchBefore } from '../database/delete-batch.ts';

/** False where it was used before. One that is being used right now is waited for. */
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
