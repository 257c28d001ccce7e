import type { Deps } from '../../deps.ts';
import type { JobStatus } from '../../domain/jobs.ts';
import { endChange } from '../../store/changes/write.ts';
import type { Executor } from '../../store/database/database.ts';
import { appendEvents } from '../../store/events.ts';
import { findLastBatch } from '../../store/imports/batches.ts';
import { deleteImportChunks } from '../../store/imports/chunks.ts';
import { countRejected, findImport, updateImportUndo } from '../../store/imports/imports.ts';

/**
 * Part of the transaction that ends an import. If it succeeded, its event is appended; if it failed or was canceled after it
 * had written something, a job is queued that reverts it.
 */
export async function endImport(deps: Deps, tx: Executor, id: string, status: JobStatus): Promise<void> {
  await deleteImportChunks(tx, id);
  const record = await findImport(tx, id, null);
  if (record === undefined || record.checked_at === null) return;
  await countRejected(tx, id);
  await endChange(tx, id, status);
  const now = deps.now();
  if (status === 'succeeded') {
    const { actor } = record;
    const event = { resource_id: id, version: 1, changed: [], actor, occurred_at: now, change_id: id };
    return appendEvents(tx, [{ type: 'questions.imported', ...event }]);
  }
  const undoId = deps.newId();
  if ((await findLastBatch(tx, id)) === undefined || !(await updateImportUndo(tx, id, undoId))) return;
  await deps.queue.submit(tx, 'import.undo', { id: undoId, owner: record.owner, now, data: { import_id: id } });
}
