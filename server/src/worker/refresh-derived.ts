import type { Deps } from '../deps.ts';
import { BODY_VERSION, renderQuestion } from '../domain/question.ts';
import { FEATURES_VERSION, questionFeatures } from '../domain/question-features.ts';
import { mapInSlices } from '../slices.ts';
import { inTransaction } from '../store/database.ts';
import {
  FIRST_ID,
  findDerivedColumn,
  listStaleQuestions,
  lockDerivedColumn,
  updateBodies,
  updateDerivedColumn,
  updateFeatures,
} from '../store/derived-columns.ts';
import { BatchSize } from './batch-size.ts';

const CURRENT = { body: BODY_VERSION, features: FEATURES_VERSION } as const;
const MAX_BATCH = 2000;
/** So long one column is worked on before the other gets its turn. */
const MAX_COLUMN_MS = 30_000;

/**
 * After a release that renders or computes differently, brings older rows up to date, a batch in each transaction.
 * Where it stands is kept in the database, so that it goes on after a restart and ends for good.
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
        failures.push(error); // the other column goes on
      }
    }
    more = unfinished;
  }
  if (failures.length > 0) throw failures[0];
}

/** True when its time was over before it had come to the end. */
async function refreshColumn(
  deps: Deps,
  { name, size }: { name: 'body' | 'features'; size: BatchSize },
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
async function refreshBatch(deps: Deps, name: 'body' | 'features', limit: number): Promise<boolean> {
  const version = CURRENT[name];
  const seen = await findDerivedColumn(deps.db.reads, name);
  if (seen.version >= version) return false;
  return inTransaction(deps.db.writes, async (tx) => {
    const state = await lockDerivedColumn(tx, name);
    if (state === undefined || state.version >= version) return false; // another worker is at it
    const categories = deps.categories.current;
    const { questions, lastId } = await listStaleQuestions(tx, name, version, state.last_id, limit, categories);
    if (questions.length > 0 && name === 'body') {
      await updateBodies(tx, questions, await mapInSlices(questions, renderQuestion));
    } else if (questions.length > 0) {
      await updateFeatures(tx, questions, await mapInSlices(questions, questionFeatures));
    }
    const finished = lastId === undefined;
    await updateDerivedColumn(tx, name, finished ? version : state.version, lastId ?? FIRST_ID);
    return !finished;
  });
}
