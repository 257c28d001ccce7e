import type { Deps } from '../../deps.ts';
import type { ImportRecord } from '../../domain/imports/import.ts';
import { appendChunk, startChange } from '../../store/change-sets/write.ts';
import { chargeStorage } from '../../store/daily-storage.ts';
import type { Executor } from '../../store/database/database.ts';
import { insertImportBatch } from '../../store/imports/batches.ts';
import { addImportCounts } from '../../store/imports/imports.ts';
import { listVersionsForUpdate } from '../../store/imports/matches.ts';
import { appendImportReports } from '../../store/imports/reports.ts';
import { insertManyQuestions } from '../../store/questions/questions.ts';
import { type ChangedQuestion, updateManyQuestions } from '../../store/questions/updates.ts';
import { deleteOldVersions, MAX_VERSIONS } from '../../store/questions/versions.ts';
import type { PreparedBatch } from './prepare-batch.ts';

/** A question that was to be changed is another one by now. */
export class ChangedMeanwhile extends Error {}

/** Writes a batch, and that it is written: both or neither. */
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
  await insertImportBatch(tx, id, {
    ...place,
    question_ids: written.map((question) => question.id),
    former: written.map((question) => question.version - 1),
    versions: written.map((question) => question.version),
  });
  await addImportCounts(tx, id, counts);
  if (updated.length === 0) return;
  await deleteOld(tx, updated);
  const bytes = updated.reduce((total, { body }) => total + Buffer.byteLength(body), 0);
  await chargeStorage(tx, actor, bytes, deps.config.dailyStorageMb, updated.length);
}

async function requireUnchanged(tx: Executor, updated: readonly ChangedQuestion[]): Promise<void> {
  const there = await listVersionsForUpdate(
    tx,
    updated.map(({ question }) => question.id),
  );
  for (const { question } of updated) {
    const now = there.get(question.id);
    if (now === undefined || now.deleted || now.version !== question.version - 1) throw new ChangedMeanwhile();
  }
}

/** A question has a limited history. */
export async function deleteOld(tx: Executor, written: readonly ChangedQuestion[]): Promise<void> {
  const long = written.map(({ question }) => question).filter(({ version }) => version > MAX_VERSIONS);
  if (long.length > 0) await deleteOldVersions(tx, long);
}
