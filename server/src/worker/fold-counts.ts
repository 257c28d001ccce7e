import type { Executor } from '../store/database.ts';
import { foldQuestionCounts, vacuumCountDeltas } from '../store/question-counts.ts';

/** So many rows lie dead in the table of deltas before they are swept: a total reads past every one of them. */
const DEAD_ROWS_AT_MOST = 2000;

/**
 * Folds the counts and, after a burst of writes, sweeps what folding left behind: autovacuum comes once a minute, and
 * until then a total cost 4 times a page (bench goal 8 right after goals 4 and 5; swept, less than a page).
 */
export function countFolder(db: Executor): () => Promise<void> {
  let dead = 0;
  return async () => {
    dead += await foldQuestionCounts(db);
    if (dead < DEAD_ROWS_AT_MOST) return;
    await vacuumCountDeltas(db);
    dead = 0;
  };
}
