import { beforeEach, expect, it } from 'vitest';
import { sweeper } from '../../src/worker/sweep.ts';
import { draft, startTestService } from '../harness.ts';

const service = await startTestService();
const { db } = service.deps;
const DAY_MS = 24 * 60 * 60 * 1000;
let warnings: string[] = [];
const logger = { warn: (_: unknown, text?: string) => void warnings.push(text ?? '') };

async function countDeleted(): Promise<number> {
  const { rows } = await db.reads.query('select from questions where deleted_at is not null');
  return rows.length;
}

/** Changes the stored time of the last reading, as if the clock had been moved by this much since. */
const leap = (interval: string) => db.writes.query(`update sweep_clock set seen_at = now() - interval '${interval}'`);

/** Prepares a deleted question that has expired by the database's clock. */
beforeEach(async () => {
  await db.writes.query('truncate questions');
  const [question] = await service.create([draft()]);
  await service.request({ method: 'DELETE', url: `/questions/${question?.id}` });
  await db.writes.query(`update questions set deleted_at = now() - interval '31 days' where deleted_at is not null`);
  await db.writes.query('update sweep_clock set seen_at = now(), held_until = null');
  warnings = [];
});

it('purges nothing for a worker whose own clock is 40 days ahead', async () => {
  await db.writes.query(`update questions set deleted_at = now() where deleted_at is not null`);
  service.clock.now = new Date(Date.now() + 40 * DAY_MS);
  await sweeper(service.deps, logger)();
  delete service.clock.now;
  expect(await countDeleted()).toBeGreaterThan(0);
});

it('purges nothing if the database’s clock jumped ahead, reports it once, and continues a day later', async () => {
  await leap('40 days');
  const sweep = sweeper(service.deps, logger);
  await sweep();
  await sweep();
  expect(await countDeleted()).toBe(1);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]).toContain('Nothing is purged until held_until');
  const { rows } = await db.reads.query<{ hours: number }>(
    'select extract(epoch from held_until - seen_at)::float8 / 3600 as hours from sweep_clock',
  );
  expect(rows[0]?.hours).toBeCloseTo(24, 1);
  await db.writes.query(`update sweep_clock set held_until = now() - interval '1 second'`);
  await sweep();
  expect(await countDeleted()).toBe(0);
});

it('purges nothing if the database’s clock was set back', async () => {
  await leap('-40 days');
  await sweeper(service.deps, logger)();
  expect([await countDeleted(), warnings.length]).toEqual([1, 1]);
});

it('accepts the confirmation of an operator that the clock is right', async () => {
  await leap('7 days');
  const sweep = sweeper(service.deps, logger);
  await sweep();
  expect(await countDeleted()).toBe(1);
  await db.writes.query('update sweep_clock set held_until = null');
  await sweep();
  expect(await countDeleted()).toBe(0);
});
