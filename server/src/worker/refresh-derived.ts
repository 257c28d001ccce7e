import type { Deps } from '../deps.ts';
import { FEATURES_VERSION, questionFeatures } from '../domain/questions/features.ts';
import { BODY_VERSION, renderQuestion } from '../domain/questions/question.ts';
import { mapInSlices } from '../limits/slices.ts';
import { type Executor, inTransaction } from '../store/database/database.ts';
import {
  advanceFollowing,
  type DerivedColumn,
  type DerivedState,
  FIRST_ID,
  listStaleOf,
  listStaleQuestions,
  lockDerivedColumn,
  type PositionedQuestion,
  startFollowing,
  updateBodies,
  updateDerivedColumn,
  updateFeatures,
} from '../store/questions/derived-columns.ts';
import { BatchSize } from './batch-size.ts';

const CURRENT = { body: BODY_VERSION, features: FEATURES_VERSION } as const;
const MAX_BATCH = 2000;
/** The time for one column before the other gets its turn. */
const MAX_COLUMN_MS = 30_000;

/**
 * After a release that renders or computes differently, updates older rows, one batch per transaction. Its progress is
 * stored in the database, so that it continues after a restart. Then it checks all further writes, because nodes of the
 * previous release may keep running.
 */
export async function refreshDerivedColumns(deps: Deps, signal: AbortSignal): Promise<void> {
  const columns = (['body', 'features'] as const).map((name) => ({ name, size: new BatchSize(MAX_BATCH) }));
  const failures: unknown[] = [];
  let more = columns;
  while (more.length > 0 && !signal.aborted) {
    const unfinished: typeof columns = [];
    for (const column of more) {
      try {
        if (await refreshColumn(deps, column, signal)) unfinished.push(column);
      } catch (error) {
        failures.push(error); // the other column continues
      }
    }
    more = unfinished;
  }
  if (failures.length > 0) throw failures[0];
}

/** True if its time was up before it reached the end. */
async function refreshColumn(
  deps: Deps,
  { name, size }: { name: DerivedColumn; size: BatchSize },
  signal: AbortSignal,
): Promise<boolean> {
  const start = performance.now();
  while (!signal.aborted && performance.now() - start < MAX_COLUMN_MS) {
    const more = await size.attempt((limit) => refreshBatch(deps, name, limit));
    if (more === false) return false;
  }
  return true;
}

/** True while there is more to do. */
async function refreshBatch(deps: Deps, name: DerivedColumn, limit: number): Promise<boolean> {
  const version = CURRENT[name];
  return inTransaction(deps.db.writes, async (tx) => {
    const state = await lockDerivedColumn(tx, name);
    if (state === undefined || state.version > version) return false; // another worker is working on it, or a newer release
    return state.version === version
      ? followBatch(deps, tx, name, state, limit)
      : walkBatch(deps, tx, name, state, limit);
  });
}

async function walkBatch(deps: Deps, tx: Executor, name: DerivedColumn, state: DerivedState, limit: number) {
  const version = CURRENT[name];
  if (state.last_id === FIRST_ID) await startFollowing(tx, name);
  const found = await listStaleQuestions(tx, name, version, state.last_id, limit, deps.categories.current);
  await refresh(tx, name, found.questions);
  const finished = found.lastId === undefined;
  await updateDerivedColumn(tx, name, finished ? version : state.version, found.lastId ?? FIRST_ID);
  return true; // next come the rows written since then
}

/** These stale rows were written by nodes of the previous release, so there are few, and none after the upgrade. */
async function followBatch(deps: Deps, tx: Executor, name: DerivedColumn, state: DerivedState, limit: number) {
  const version = CURRENT[name];
  const { staleIds, finished } = await advanceFollowing(tx, name, version, state, limit);
  let left = staleIds;
  while (left.length > 0) {
    const { questions, lastId } = await listStaleOf(tx, name, version, left, deps.categories.current);
    await refresh(tx, name, questions);
    left = lastId === undefined ? [] : left.filter((id) => id > lastId);
  }
  return !finished;
}

async function refresh(tx: Executor, name: DerivedColumn, questions: readonly PositionedQuestion[]): Promise<void> {
  if (questions.length === 0) return;
  if (name === 'body') await updateBodies(tx, questions, await mapInSlices(questions, renderQuestion));
  else await updateFeatures(tx, questions, await mapInSlices(questions, (question) => questionFeatures(question)));
}
