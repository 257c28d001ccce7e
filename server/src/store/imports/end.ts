import type { JobStatus } from '../../domain/jobs.ts';
import { endChange } from '../change-sets/write.ts';
import type { Executor } from '../database/database.ts';
import { appendEvents } from '../events.ts';
import { findLastBatch } from './batches.ts';
import { deleteImportChunks } from './chunks.ts';
import { countRejected, findImport, updateImportUndo } from './imports.ts';

/** To be called in the transaction that ends the import. Gives back its owner where what it has written must be taken back, by the job of the given id. */
export async function endImport(
  tx: Executor,
  id: string,
  status: JobStatus,
  { undoId, now }: { undoId: string; now: Date },
): Promise<{ owner: string } | undefined> {
  await deleteImportChunks(tx, id);
  const record = await findImport(tx, id, null);
  if (record === undefined) return undefined;
  if (record.checked_at === null) return undefined;
  await countRejected(tx, id);
  await endChange(tx, id, status);
  if (status === 'succeeded') {
    const { actor } = record;
    const event = {
      type: 'questions.imported',
      resource_id: id,
      version: 1,
      changed: [],
      actor,
      occurred_at: now,
      change_id: id,
    } as const;
    await appendEvents(tx, [event]);
    return undefined;
  }
  if ((await findLastBatch(tx, id)) === undefined || !(await updateImportUndo(tx, id, undoId))) return undefined;
  return { owner: record.owner };
}
