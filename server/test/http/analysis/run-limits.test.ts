import { describe, expect, it } from 'vitest';
import { draft, startTestService, type TestService } from '../../harness.ts';
import { countStatuses, expectProblem } from '../common.ts';
import { bearer, createKey } from '../credentials.ts';
import { createBank, queueRun, runRequest, runToEnd, startTestWorker } from './steps.ts';

const body = { analysis_type: 'coverage', filter: {} };
const RUNS = { scopes: ['analysis:run', 'analysis:read'] };

async function startWithQuestion(environment: Record<string, string> = {}): Promise<TestService> {
  const service = await startTestService(environment);
  await service.create(draft());
  return service;
}

describe('unfinished analyses of one principal', () => {
  it('are limited to 5 until one ends', async () => {
    const service = await startWithQuestion();
    for (let run = 0; run < 4; run += 1) await queueRun(service);
    const { id } = await queueRun(service);
    const rejected = await service.request(runRequest(body));
    expect(expectProblem(rejected, 429, 'concurrency_limited').detail).toContain('5');
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    await service.request({ method: 'POST', url: `/analysis/${id}/cancel` });
    await queueRun(service);
    expectProblem(await service.request(runRequest(body)), 429, 'concurrency_limited');
  });

  it('never exceed the limit, however many requests arrive at once', async () => {
    const service = await startWithQuestion({ ANALYSES_UNFINISHED: '7' });
    const replies = await Promise.all(Array.from({ length: 20 }, () => service.request(runRequest(body))));
    expect(countStatuses(replies)).toEqual({ 202: 7, 429: 13 });
  });

  it('do not count towards the limit of another principal', async () => {
    const service = await startWithQuestion({ ANALYSES_UNFINISHED: '1' });
    const [one, other] = [await createKey(service, RUNS), await createKey(service, RUNS)];
    await queueRun(service, body, bearer(one.token));
    expectProblem(await service.request(runRequest(body, bearer(one.token))), 429, 'concurrency_limited');
    await queueRun(service, body, bearer(other.token));
  });

  it('do not prevent reading an existing result', async () => {
    const service = await startWithQuestion({ ANALYSES_UNFINISHED: '1' });
    await createBank(service);
    const worker = await startTestWorker(service);
    const { result } = await runToEnd(service, body);
    await worker.stop();
    await queueRun(service, { ...body, parameters: { min_cell: 2 } });
    const reply = await service.request(runRequest(body));
    expect(reply.statusCode).toBe(201);
    expect(reply.json()).toMatchObject({ result });
  });
});

describe('unfinished analyses of all principals', () => {
  it('are limited by the capacity of the queue', async () => {
    const service = await startWithQuestion({ ANALYSES_UNFINISHED: '2', ANALYSES_QUEUED: '3' });
    const [one, other] = [await createKey(service, RUNS), await createKey(service, RUNS)];
    await queueRun(service, body, bearer(one.token));
    await queueRun(service, body, bearer(one.token));
    await queueRun(service, body, bearer(other.token));
    const rejected = await service.request(runRequest(body, bearer(other.token)));
    expectProblem(rejected, 429, 'queue_full');
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  });
});
