import { expect, it } from 'vitest';
import { listWrongBlocks } from '../../src/store/verification.ts';
import { sweep } from '../../src/worker/sweep.ts';
import { draft, startTestService } from '../harness.ts';

const service = await startTestService();
const { db } = service.deps;
const DAY_MS = 24 * 60 * 60 * 1000;

async function countRows(table: string): Promise<number> {
  const { rows } = await db.reads.query<{ count: string }>(`select count(*) from ${table}`);
  return Number(rows[0]?.count);
}

it('forgets keys after a day, events after a week, deleted questions and idle draws after 30 days', async () => {
  const [kept, gone] = await service.create([draft(), draft()]);
  await service.request({ method: 'PUT', url: `/questions/${gone?.id}`, payload: { difficulty: 2 } });
  await service.request({ method: 'DELETE', url: `/questions/${gone?.id}` });
  await service.request({ method: 'POST', url: '/draws', headers: { 'idempotency-key': 'a' }, payload: {} });
  const start = Date.now();

  await sweep(service.deps);
  expect([await countRows('idempotency_keys'), await countRows('draws'), await countRows('questions')]).toEqual([
    1, 1, 2,
  ]);

  service.clock.now = new Date(start + 1.1 * DAY_MS);
  await sweep(service.deps);
  expect([await countRows('idempotency_keys'), await countRows('events')]).toEqual([0, 4]);

  service.clock.now = new Date(start + 8 * DAY_MS);
  await sweep(service.deps);
  expect([await countRows('events'), await countRows('questions')]).toEqual([0, 2]);

  service.clock.now = new Date(start + 31 * DAY_MS);
  await sweep(service.deps);
  expect([
    await countRows('questions'),
    await countRows('question_versions'),
    await countRows('question_features'),
    await countRows('draws'),
  ]).toEqual([1, 0, 1, 0]);
  expect(await listWrongBlocks(db.reads)).toEqual([]);
  expect((await service.request({ url: `/questions/${kept?.id}` })).statusCode).toBe(200);
});
