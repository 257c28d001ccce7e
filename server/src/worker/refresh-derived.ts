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

const CURRENT = { body: BODY_VERSION, features: FEATURES_VERSION } as const;
const BATCH = 2000;

/**
 * After a release that renders or computes differently, brings older rows up to date, a batch in each transaction.
 * Where it stands is kept in the database, so that it goes on after a restart and ends for good.
 */
export async function refreshDerivedColumns(deps: Deps, signal: AbortSignal): Promise<void> {
  for (const name of ['body', 'features'] as const) {
    while (!signal.aborted && (await refreshBatch(deps, name)));
  }
}

/** True while there is more to do. */
async function refreshBatch(deps: Deps, name: 'body' | 'features'): Promise<boolean> {
  const version = CURRENT[name];
  const seen = await findDerivedColumn(deps.db.reads, name);
  if (seen.version >= version) return false;
  return inTransaction(deps.db.writes, async (tx) => {
    const state = await lockDerivedColumn(tx, name);
    if (state === undefined || state.version >= version) return false; // another worker is at it
    const categories = deps.categories.current;
    const { questions, lastId } = await listStaleQuestions(tx, name, version, state.last_id, BATCH, categories);
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
