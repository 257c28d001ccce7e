import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';

const LOOK_EVERY_MS = 2000;
const MAX_MS = 15 * 60_000;

/**
 * Waits until the worker has derived what rows of bare inserts lack: each of its transactions would make every list count anew (a list took 2.5 times as
 * long beside it).
 */
export async function untilDerived(db: pg.Pool): Promise<void> {
  for (const started = performance.now(); await someLack(db); await wait(LOOK_EVERY_MS))
    if (performance.now() - started > MAX_MS) throw new Error('the worker has not derived what questions lack');
}

async function someLack(db: pg.Pool): Promise<boolean> {
  const { rows } = await db.query<{ some: boolean }>(
    `select exists (select from questions left join question_features using (position)
                     where question_features.position is null) as some`,
  );
  return rows[0]?.some === true;
}
