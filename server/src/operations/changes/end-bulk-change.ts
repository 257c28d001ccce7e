import type { JobStatus } from '../../domain/jobs.ts';
import { deleteBulkMembers } from '../../store/bulk/members.ts';
import { endChange } from '../../store/changes/write.ts';
import type { Executor } from '../../store/database/database.ts';

/** Part of the transaction that ends the job: deletes the members that were not reached; changes already made stay. */
export async function endBulkChange(tx: Executor, id: string, status: JobStatus): Promise<void> {
  await deleteBulkMembers(tx, id);
  await endChange(tx, id, status);
}
