import type { Deps } from '../../deps.ts';
import type { ImportRecord } from '../../domain/imports/import.ts';
import { nextVersion } from '../../domain/questions/next-version.ts';
import { prepareQuestion } from '../../domain/questions/prepared-question.ts';
import { changedFields, readStoredQuestion } from '../../domain/questions/question.ts';
import { mapInSlices } from '../../limits/slices.ts';
import { type RecordedJob, recordedJob } from '../../queue/recorded-job.ts';
import { type Executor, inTransaction } from '../../store/database/database.ts';
import {
  findBatchToUndo,
  type ImportBatch,
  type Taken,
  updateBatchUndone,
  updateEarlierVersions,
} from '../../store/imports/batches.ts';
import { addUndoCounts, findImport } from '../../store/imports/imports.ts';
import { listFormerBodies, listQuestionsById, listVersionsForUpdate } from '../../store/imports/matches.ts';
import { listTakenExternalIds, type StoredQuestion } from '../../store/questions/questions.ts';
import { type ChangedQuestion, updateManyQuestions } from '../../store/questions/updates.ts';
import { deleteOld } from './store-batch.ts';

export interface UndoImport {
  import_id: string;
}

declare module '../../queue/queue.ts' {
  interface Jobs {
    'import.undo': Recorded<UndoImport>;
  }
}

/**
 * Takes an import back: what it created is deleted, what it updated gets its former content as a new version. What somebody has
 * changed since is kept. A transaction for each batch, the last first; a worker that takes over goes on with the next.
 */
export const undoImport = recordedJob<Deps, 'import.undo', UndoImport>({
  name: 'import.undo',
  lines: 2,
  retries: { limit: 50, delaySeconds: 1, maxDelaySeconds: 30 },
  handle: async (job, deps) => {
    const { import_id } = job.data;
    const record = await findImport(deps.db.writes, import_id, null);
    for (let completed = job.record.completed; ; completed += 1) {
      if (job.stopping.aborted || job.signal.aborted) return 'again';
      const batch = await findBatchToUndo(deps.db.writes, import_id);
      if (record === undefined || batch === undefined) return 'done';
      await undoBatch(job, deps, record, batch, completed + 1);
    }
  },
});

async function undoBatch(
  job: RecordedJob<UndoImport>,
  deps: Deps,
  { id: importId, actor }: ImportRecord,
  batch: ImportBatch,
  completed: number,
): Promise<void> {
  await deps.categories.refresh();
  const written = new Map(batch.question_ids.map((id, index) => [id, batch.versions[index] ?? 0]));
  const current = (await listQuestionsById(deps.db.writes, batch.question_ids)).filter(
    ({ id, version, deleted_at }) => deleted_at === null && version === written.get(id),
  );
  const former = new Map(batch.question_ids.map((id, index) => [id, batch.former[index] ?? 0]));
  const undone = await undoneQuestions(deps, current, former, actor);
  await inTransaction(deps.db.writes, async (tx) => {
    await job.progress(completed, completed + batch.number - 1, tx);
    const now = await listVersionsForUpdate(tx, batch.question_ids);
    const unchanged = undone.filter(({ question }) => now.get(question.id)?.version === question.version - 1);
    const fitting = await withFreeExternalIds(tx, unchanged);
    await updateManyQuestions(tx, fitting, deps.categories.current);
    await deleteOld(tx, fitting);
    await updateBatchUndone(tx, importId, batch.number);
    await updateEarlierVersions(tx, importId, fitting.flatMap(takenBack));
    const removed = fitting.filter(({ question }) => question.deleted_at !== null).length;
    const restored = fitting.length - removed;
    await addUndoCounts(tx, importId, { removed, restored, kept: batch.question_ids.length - fitting.length });
  });
}

/** Of a question that was there before this batch: perhaps by an earlier one. */
function takenBack({ question: { id, version, deleted_at } }: ChangedQuestion): Taken[] {
  return deleted_at === null ? [{ id, former: version - 2, next: version }] : [];
}

/** The next version of each: deleted, or as it was before the import. */
async function undoneQuestions(
  deps: Deps,
  current: readonly StoredQuestion[],
  former: ReadonlyMap<string, number>,
  actor: string,
): Promise<ChangedQuestion[]> {
  const versions = current.map(({ id }) => ({ id, version: former.get(id) ?? 0 })).filter(({ version }) => version > 0);
  const bodies = versions.length === 0 ? new Map<string, string>() : await listFormerBodies(deps.db.writes, versions);
  const undone = await mapInSlices(current, (question): ChangedQuestion[] => {
    const next = nextVersion(question, actor, deps.now());
    if (former.get(question.id) === 0)
      return [{ ...prepareQuestion({ ...next, deleted_at: next.updated_at }), changed: [] }];
    const body = bodies.get(question.id);
    if (body === undefined) return []; // older than the history goes back
    const {
      id: _id,
      version: _version,
      created_at: _created,
      updated_at: _updated,
      ...content
    } = readStoredQuestion(body);
    const category = deps.categories.current.require(content.category).name;
    const restored = { ...next, ...content, category };
    return [{ ...prepareQuestion(restored), changed: changedFields(question, restored) }];
  });
  return undone.flat();
}

/** An external id that the import took away may belong to another question by now. */
async function withFreeExternalIds(tx: Executor, undone: readonly ChangedQuestion[]): Promise<ChangedQuestion[]> {
  const regained = undone.flatMap(({ question, changed }) =>
    changed.includes('external_id') && question.external_id !== null ? [question.external_id] : [],
  );
  if (regained.length === 0) return [...undone];
  const taken = new Set(await listTakenExternalIds(tx, regained));
  return undone.filter(
    ({ question, changed }) => !changed.includes('external_id') || !taken.has(question.external_id ?? ''),
  );
}
