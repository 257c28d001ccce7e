import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { draft, startTestService } from '../harness.ts';
import { getRun, queueRun } from '../http/analysis/steps.ts';
import { startTestWorker } from './worker.ts';

/** Statements running on connections of analyses. */
const ACTIVE = `select pid, query, wait_event_type from pg_stat_activity
                 where datname = current_database() and state = 'active' and application_name = 'quaestor analysis' and query like '%' || $1 || '%' and pid <> pg_backend_pid()`;

it.each(['cancel', 'delete'])('ends the statement of a run together with the run: %s', async (how) => {
  const service = await startTestService();
  const db = service.deps.db.writes;
  const statements = async (part: string) => (await db.query({ text: ACTIVE, values: [part] })).rows;
  await service.create([draft()]);
  // Every analysis reads the categories first, which takes ten minutes on the connections of analyses.
  await db.query('alter table categories rename to stored_categories');
  await db.query(`create view categories as
    select * from stored_categories
     where case when current_setting('application_name') = 'quaestor analysis' then pg_sleep(600) is not null else true end`);
  await startTestWorker(service);
  const { id } = await queueRun(service, { analysis_type: 'text_statistics', filter: {} });
  while ((await statements('categories')).length === 0) await wait(50);
  if (how === 'delete') await service.request({ method: 'DELETE', url: `/analysis/${id}` });
  else await service.request({ method: 'POST', url: `/analysis/${id}/cancel` });
  // PostgreSQL checks twice a second whether its client is still connected.
  await expect.poll(() => statements('categories'), { timeout: 60_000 }).toEqual([]);
  if (how === 'cancel') expect((await getRun(service, id)).status).toBe('canceled');
});
