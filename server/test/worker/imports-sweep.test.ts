import { pino } from 'pino';
import { expect, it } from 'vitest';
import { sweeper } from '../../src/worker/sweep.ts';
import { startTestService } from '../harness.ts';
import { csvOf, importFile, queueImport, startTestWorker } from '../http/imports/steps.ts';

const TABLES = ['imports', 'import_chunks', 'import_reports', 'import_batches'];

it('forgets imports with everything that belongs to them, and incomplete uploads', { timeout: 120_000 }, async () => {
  const service = await startTestService();
  const { db } = service.deps;
  const worker = await startTestWorker(service);
  await importFile(service, `${csvOf(3)}What?,,Science,0\n`, { mode: 'valid_only' });
  await worker.stop();
  const waiting = await queueImport(service, csvOf(1));
  const counts = async () =>
    Promise.all(
      TABLES.map(
        async (table) =>
          (await db.reads.query<{ n: number }>({ text: `select count(*)::integer as n from ${table}` })).rows[0]?.n,
      ),
    );
  expect(await counts()).toEqual([2, 1, 1, 1]);
  await db.writes.query({
    text: `insert into imports (id, created_at, owner, actor, format, options) values (gen_random_uuid(), now() - interval '2 hours', 'x', 'x', '', '{}')`,
  });
  const sweep = sweeper(service.deps, pino({ level: 'silent' }));
  await sweep();
  expect(await counts()).toEqual([2, 1, 1, 1]);
  // Makes imports and their completed jobs 31 days older. Queued jobs stay as they are.
  await db.writes.query({ text: `update imports set uploaded_at = uploaded_at - interval '31 days'` });
  await db.writes.query({
    text: `update jobs set completed_at = completed_at - interval '31 days' where completed_at is not null`,
  });
  await sweep();
  await sweep();
  expect(await counts()).toEqual([1, 1, 0, 0]);
  const { rows } = await db.reads.query({ text: 'select id from imports' });
  expect(rows).toEqual([{ id: waiting.id }]);
});
