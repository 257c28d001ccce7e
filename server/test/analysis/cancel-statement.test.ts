import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { draft, startTestService } from '../harness.ts';
import { getRun, queueRun } from '../http/analysis/steps.ts';
import { startTestWorker } from './worker.ts';

/** Statements under way on connections of analyses. */
const ACTIVE = `select pid, query, wait_event_type from pg_stat_activity
                 where datname = current_database() and state = 'active' and application_name = 'quaestor analysis' and query like '%' || $1 || '%' and pid <> pg_backend_pid()`;

it.each(['cancel', 'delete'])('the statement of a run ends with it: %s', async (how) => {
  const service = await startTestService();
  const db = service.deps.db.writes;
  const statements = async (part: string) => (await db.query({ text: ACTIVE, values: [part] })).rows;
  await service.create([draft()]);
  // Every analysis reads the categories first: counting to a billion takes minutes.
  await db.query('alter table categories rename to stored_categories');
  await db.query(`create view categories as
    select * from stored_categories where (select count(*) from generate_series(1, 1000000000)) > 0`);
  await startTestWorker(service);
  const { id } = await queueRun(service, { analysis_type: 'text_statistics', filter: {} });
  while ((await statements('categories')).length === 0) await wait(50);
  if (how === 'delete') await service.request({ method: 'DELETE', url: `/analysis/${id}` });
  else await service.request({ method: 'POST', url: `/analysis/${id}/cancel` });
  const canceledAt = performance.now();
  while ((await statements('categories')).length > 0 && performance.now() - canceledAt < 10_000) await wait(50);
  // Twice a second PostgreSQL looks for its client; the rest is for a busy machine. On its own it would take minutes.
  expect(performance.now() - canceledAt).toBeLessThan(5000);
  if (how === 'cancel') expect((await getRun(service, id)).status).toBe('canceled');
});
