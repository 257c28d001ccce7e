/** @module-tag times */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { draft, startTestService } from '../harness.ts';
import { expectProblem } from '../http/common.ts';

/** Blocks the event loop, like too much work. */
async function lag(ms: number, forMs: number): Promise<void> {
  const end = performance.now() + forMs;
  while (performance.now() < end) {
    const until = performance.now() + ms;
    while (performance.now() < until);
    await wait(0);
  }
}

const service = await startTestService({ OVERLOAD_DELAY_MS: '100' });
const write = () => service.request({ method: 'POST', url: '/questions', payload: draft() });
const analyse = () =>
  service.request({ method: 'POST', url: '/analysis/run', payload: { analysis_type: 'coverage', filter: {} } });
const read = () => service.request({ url: '/questions' });

it('accepts writes from the first moment, as building the app is not overload', async () => {
  const fresh = await startTestService({ OVERLOAD_DELAY_MS: '20' });
  const statuses: number[] = [];
  for (const end = performance.now() + 1500; performance.now() < end; await wait(100)) {
    const { statusCode } = await fresh.request({ method: 'POST', url: '/questions', payload: draft() });
    statuses.push(statusCode);
  }
  expect(statuses.filter((status) => status !== 201)).toEqual([]);
});

it('rejects writes first and reads last while the event loop lags, always replies to probes, and recovers by itself', async () => {
  await expect.poll(async () => (await write()).statusCode, { timeout: 3000 }).toBe(201);

  await lag(150, 2500);
  const rejected = await write();
  expectProblem(rejected, 503, 'overloaded');
  expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  expect((await read()).statusCode).toBe(200);

  await lag(400, 3000);
  expectProblem(await read(), 503, 'overloaded');
  expect((await service.request({ url: '/healthz' })).statusCode).toBe(200);
  expect((await service.request({ url: '/readyz' })).statusCode).toBe(200);

  await expect.poll(async () => (await write()).statusCode, { timeout: 5000 }).toBe(201);
});

it('rejects analyses before anything else', async () => {
  await expect.poll(async () => (await analyse()).statusCode, { timeout: 5000 }).toBe(202);

  await lag(70, 2500);
  expectProblem(await analyse(), 503, 'overloaded');
  expect((await write()).statusCode).toBe(201);
});
