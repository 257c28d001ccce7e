import type { Executor } from '../database/database.ts';

/**
 * Restarts the unfinished runs of a restored bank: their snapshots belong to another server, and their shards were not
 * kept. Returns all runs that wait for a job, in the order in which they were requested.
 */
export async function restartAnalyses(db: Executor): Promise<{ id: string; owner: string }[]> {
  await db.query({
    text: `delete from analysis_items
            where attempt <> '00000000-0000-0000-0000-000000000000' or items_id in (select items_id from analyses where status = 'running')`,
  });
  await db.query({
    text: `update analyses
              set status = 'queued', phase = 'waiting', started_at = null, snapshot_at = null, snapshot = null,
                  question_count = null, completed = 0, total = 0, first_turn = null
            where status = 'running'`,
  });
  const { rows } = await db.query<{ id: string; owner: string }>({
    text: `select id, owner from analyses where status = 'queued' order by created_at, id`,
  });
  return rows;
}
