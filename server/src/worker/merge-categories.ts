import type { Deps } from '../deps.ts';
import type { Cell } from '../domain/questions/cells.ts';
import { DIFFICULTY_LEVELS } from '../domain/questions/difficulty.ts';
import { nextVersion } from '../domain/questions/next-version.ts';
import { QUESTION_STATUSES, renderQuestion } from '../domain/questions/question.ts';
import { mapInSlices } from '../limits/slices.ts';
import { closeCategory, hasQuestions } from '../store/categories/categories.ts';
import {
  advanceMerge,
  type CategoryMerge,
  claimMerge,
  finishMerge,
  listCellForUpdate,
  listUnfinishedMerges,
  moveQuestions,
} from '../store/categories/merges.ts';
import { appendChunk, endChange, startChange } from '../store/changes/write.ts';
import { inTransaction } from '../store/database/database.ts';
import { deleteOldVersions } from '../store/questions/versions.ts';
import { BatchSize } from './batch-size.ts';

const MAX_BATCH = 500;
/** The time for one merge before the next one gets its turn. */
const MAX_TURN_MS = 10_000;

/**
 * Moves the questions of categories that are being merged, one batch per transaction. The work left is whatever remains
 * in the old category: if a worker dies, nothing is lost, and any other worker continues.
 */
export async function mergeCategories(deps: Deps, signal: AbortSignal): Promise<void> {
  for (let more = true; more && !signal.aborted; ) {
    more = false;
    for (const merge of await listUnfinishedMerges(deps.db.reads)) {
      if (await runMergeTurn(deps, merge, signal)) more = true;
    }
  }
}

/** True if it did not reach the end, because the time was up or a concurrent change interfered. */
async function runMergeTurn(deps: Deps, merge: CategoryMerge, signal: AbortSignal): Promise<boolean> {
  const start = performance.now();
  const size = new BatchSize(MAX_BATCH);
  for (const cell of cellsOf(merge.from_id)) {
    for (let after: string | undefined = '0'; after !== undefined; ) {
      if (signal.aborted || performance.now() - start > MAX_TURN_MS) return true;
      const place: string = after;
      const batch = await size.attempt((limit) => moveBatch(deps, merge.id, cell, place, limit));
      if (batch === 'not ours') return false;
      if (batch !== undefined) after = batch.last;
    }
  }
  if (!(await finish(deps, merge.id))) return true;
  await deps.categories.refresh();
  return false;
}

function cellsOf(category_id: number): Cell[] {
  return QUESTION_STATUSES.flatMap((status) =>
    DIFFICULTY_LEVELS.map((difficulty) => ({ status, category_id, difficulty })),
  );
}

/** Returns the last position that it moved; undefined at the end of the cell. */
async function moveBatch(
  deps: Deps,
  mergeId: string,
  cell: Cell,
  after: string,
  limit: number,
): Promise<{ last: string | undefined } | 'not ours'> {
  return inTransaction(deps.db.writes, async (tx) => {
    const merge = await claimMerge(tx, mergeId);
    if (merge === undefined) return 'not ours';
    const questions = await listCellForUpdate(tx, cell, after, limit);
    const now = deps.now();
    const moved = await mapInSlices(questions, ({ position: _position, ...current }) => {
      const question = nextVersion({ ...current, category: merge.into }, merge.created_by, now);
      return { question, body: renderQuestion(question) };
    });
    if (moved.length > 0) {
      await startChange(tx, { id: mergeId, kind: 'category_merge', actor: merge.created_by });
      await moveQuestions(tx, moved, merge.into_id, mergeId);
      await appendChunk(
        tx,
        mergeId,
        moved.map(({ question }) => question),
      );
    }
    await deleteOldVersions(tx, moved);
    await advanceMerge(tx, mergeId, moved.length, now);
    return { last: questions.at(-1)?.position };
  });
}

/** False if a question moved to another cell in the meantime and was missed: then everything is examined again. */
async function finish(deps: Deps, mergeId: string): Promise<boolean> {
  return inTransaction(deps.db.writes, async (tx) => {
    const merge = await claimMerge(tx, mergeId);
    if (merge === undefined) return true;
    if (await hasQuestions(tx, merge.from_id)) return false;
    const now = deps.now();
    await finishMerge(tx, mergeId, 'succeeded', now);
    await endChange(tx, mergeId, 'succeeded');
    await closeCategory(tx, merge.from_id, merge.into_id, now);
    return true;
  });
}
