import type { Pool } from '../store/database/database.ts';
import { isStatementTimeout } from '../store/database/database-errors.ts';
import { withTimeLimit } from '../store/database/time-limit.ts';
import { countDeltaPages, foldQuestionCounts, vacuumCountDeltas } from '../store/questions/counts.ts';
import { BatchSize } from './batch-size.ts';

/** Up to 70,000 deltas, which take about a second on a busy machine. */
const MAX_PAGES = 512;
const FOLD_TIMEOUT_MS = 10_000;

/** Counting reads past every dead row, so at most this many stay in the table of deltas. */
const MAX_DEAD_ROWS = 2000;
/** While many deltas are folded, they are vacuumed after this many dead rows. */
const VACUUM_EVERY_ROWS = 2_000_000;
const VACUUM_TIMEOUT_MS = 60_000;

/**
 * Folds the counts and, after a burst of writes, vacuums the rows that folding leaves: autovacuum runs once a minute,
 * and until then a total took 4 times as long as a page (bench goal 8 right after goals 4 and 5; less than a page after
 * a vacuum).
 */
export function countFolder(
  pool: Pool,
  onFolded: (rows: number) => void = () => {},
): (signal?: AbortSignal) => Promise<void> {
  const pages = new BatchSize(MAX_PAGES);
  let dead = 0;
  const vacuum = async () => {
    try {
      await vacuumCountDeltas(pool, VACUUM_TIMEOUT_MS);
      dead = 0;
    } catch (error) {
      if (!isStatementTimeout(error)) throw error; // the next vacuum continues where this one stopped
    }
  };
  return async (signal) => {
    const end = await countDeltaPages(pool);
    for (let from = 0; from < end && signal?.aborted !== true; ) {
      const until = from + pages.current;
      const folded = await pages.attempt(() =>
        withTimeLimit(pool, FOLD_TIMEOUT_MS, (db) => foldQuestionCounts(db, { from, until })),
      );
      if (folded === undefined) continue;
      from = until;
      dead += folded;
      onFolded(folded);
      if (dead >= VACUUM_EVERY_ROWS) await vacuum();
    }
    if (dead >= MAX_DEAD_ROWS) await vacuum();
  };
}
