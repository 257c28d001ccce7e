import type { Deps } from '../../deps.ts';
import type { ImportRecord } from '../../domain/imports/import.ts';
import { recordHistory } from '../../operations/questions/history.ts';
import { appendChunk, startChange } from '../../store/changes/write.ts';
import type { Executor } from '../../store/database/database.ts';
import { insertImportBatch } from '../../store/imports/batches.ts';
import { addImportCounts } from '../../store/imports/imports.ts';
import { listVersionsForUpdate } from '../../store/imports/matches.ts';
import { appendImportReports } from '../../store/imports/reports.ts';
import { insertManyQuestions } from '../../store/questions/questions.ts';
import { type ChangedQuestion, updateManyQuestions } from '../../store/questions/updates.ts';
import type { PreparedBatch } from './prepare-batch.ts';

/** Somebody else has changed a question that this batch was going to change. */
export class ConcurrentChange extends Error {}

/** Writes a batch and records it: both or neither. */
export async function storeBatch(
  deps: Deps,
  tx: Executor,
  { id, actor }: ImportRecord,
  { created, updated, reports, counts }: PreparedBatch,
  place: { number: number; items_until: number },
): Promise<void> {
  const categories = deps.categories.current;
  if (updated.length > 0) await requireUnchanged(tx, updated);
  const written = [...created, ...updated].map(({ question }) => question);
  // The change set of an import has the id of the import.
  if (written.length > 0) await startChange(tx, { id, kind: 'import', actor });
  await insertManyQuestions(tx, created, categories, { change_id: id, kind: null });
  await updateManyQuestions(tx, updated, categories, { change_id: id, kind: null });
  await appendChunk(tx, id, written);
  await appendImportReports(tx, id, reports);
  await insertImportBatch(tx, id, place);
  await addImportCounts(tx, id, counts);
  await recordHistory(deps, tx, actor, updated);
}

async function requireUnchanged(tx: Executor, updated: readonly ChangedQuestion[]): Promise<void> {
  const current = await listVersionsForUpdate(
    tx,
    updated.map(({ question }) => question.id),
  );
  for (const { question } of updated) {
    const now = current.get(question.id);
    if (now === undefined || now.deleted || now.version !== question.version - 1) throw new ConcurrentChange();
  }
}
