import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

const POLL_INTERVAL_MS = 2000;
const MAX_MS = 15 * 60_000;

/**
 * Waits until the worker has derived the columns that pgbench's inserts leave out. During the measurements, each of the
 * worker's transactions would force every list to count again (a list took 2.5 times as long).
 */
export async function untilDerived(db: pg.Pool): Promise<void> {
  for (const started = performance.now(); await isIncomplete(db); await wait(POLL_INTERVAL_MS))
    if (performance.now() - started > MAX_MS) throw new Error('the worker did not derive the missing columns in time');
}

async function isIncomplete(db: pg.Pool): Promise<boolean> {
  const { rows } = await db.query<{ some: boolean }>(
    `select exists (select from questions left join question_features using (position)
                     where question_features.position is null) as some`,
  );
  return rows[0]?.some === true;
}
