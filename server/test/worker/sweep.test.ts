import { expect, it } from 'vitest';
import { insertItems } from '../../src/store/analysis-items.ts';
import { insertShards } from '../../src/store/analysis-progress.ts';
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

it('forgets analyses when they expire, with their rows, and not those that share them', async () => {
  service.clock.now = new Date(Date.now() + 100 * DAY_MS);
  const start = service.clock.now.getTime();
  const expire = (id: string, days: number) =>
    db.writes.query(`update analyses set expires_at = $2 where id = $1`, [id, new Date(start + days * DAY_MS)]);
  const run = async () => {
    const payload = { analysis_type: 'coverage', filter: {} };
    const answer = await service.request({ method: 'POST', url: '/analysis/run', payload });
    return answer.json<{ id: string }>().id;
  };
  const [first, sharing, other] = [await run(), await run(), await run()];
  await db.writes.query('update analyses set items_id = $1 where id = $2', [first, sharing]);
  const item = { rank: 0, shard: 0, question_ids: [null], versions: [null], bodies: ['{}'] };
  for (const id of [first, other]) await insertItems(db.writes, id, [item]);
  await insertShards(db.writes, first, [{ from: 0n, until: 1n, population: 0 }]);
  await expire(first, 1);
  await expire(other, 2);
  await expire(sharing, 3);
  const counts = async () => [
    await countRows('analyses'),
    await countRows('analysis_items'),
    await countRows('analysis_shards'),
  ];

  await sweep(service.deps);
  expect(await counts()).toEqual([3, 2, 1]);
  for (const [day, expected] of [
    [1, [2, 2, 0]],
    [2, [1, 1, 0]],
    [3, [0, 0, 0]],
  ] as const) {
    service.clock.now = new Date(start + (day + 0.1) * DAY_MS);
    await sweep(service.deps);
    expect(await counts()).toEqual(expected);
  }
});
