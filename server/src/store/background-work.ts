import type { Executor } from './database/database.ts';

/** The background tasks that have something to do. */
export interface BackgroundWork {
  counts: boolean;
  merges: boolean;
  relay: boolean;
}

/** One statement instead of a transaction for each task: 0.1 ms on an idle bank. */
export async function findBackgroundWork(db: Executor): Promise<BackgroundWork> {
  const { rows } = await db.query<BackgroundWork>({
    name: 'find_background_work',
    text: `select exists (select from question_count_deltas) as counts,
                  exists (select from category_merges where completed_at is null) as merges,
                  exists (select from webhook_relay) as relay`,
  });
  return rows[0] ?? { counts: true, merges: true, relay: true };
}
