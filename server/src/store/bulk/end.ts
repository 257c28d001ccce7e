import type { JobStatus } from '../../domain/jobs.ts';
import { endChange } from '../change-sets/write.ts';
import type { Executor } from '../database/database.ts';
import { deleteBulkMembers } from './members.ts';

/** To be called in the transaction that ends the job: what was not reached is forgotten, what was changed is kept. */
export async function endBulkChange(tx: Executor, id: string, status: JobStatus): Promise<void> {
  await deleteBulkMembers(tx, id);
  await endChange(tx, id, status);
}
