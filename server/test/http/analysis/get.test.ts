import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { draft, startTestService } from '../../harness.ts';
import {
  expectProblem,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { type AnalysisRecord, createBank, MANY, NOT_IDS, queueRun, startTestWorker } from './steps.ts';

const service = await startTestService(MANY);
await service.create(draft());
const queued = await queueRun(service);
const url = `/analysis/${queued.id}`;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

describe('200', () => {
  it('shows the current state at once', async () => {
    const reply = await service.request({ url });
    expect(reply.json()).toEqual(queued);
    expect(reply.headers['preference-applied']).toBeUndefined();
    expect(reply.headers['cache-control']).toBe('private, no-cache');
  });

  it('accepts the id in any letter case', async () => {
    expect((await service.request({ url: `/analysis/${queued.id.toUpperCase()}` })).json()).toEqual(queued);
  });

  it('replies to a request with a wait as soon as the analysis ends', async () => {
    const { id } = await queueRun(service);
    const waiting = service.request({ url: `/analysis/${id}`, headers: { prefer: 'wait=30' } });
    await sleep(700); // longer than the first interval of polling
    const canceled = service.request({ method: 'POST', url: `/analysis/${id}/cancel` });
    const ms = await timed(async () => {
      await canceled;
      const reply = await waiting;
      expect(reply.json()).toMatchObject({ id, status: 'canceled' });
      expect(reply.headers['preference-applied']).toBe('wait=30');
    });
    expect(ms).toBeLessThan(5000);
  });

  it('replies to a request with a wait as soon as the analysis is deleted', async () => {
    const { id } = await queueRun(service);
    const waiting = service.request({ url: `/analysis/${id}`, headers: { prefer: 'wait=30' } });
    await sleep(200);
    await service.request({ method: 'DELETE', url: `/analysis/${id}` });
    const ms = await timed(async () => expectProblem(await waiting, 404, 'analysis_not_found'));
    expect(ms).toBeLessThan(5000);
  });

  it('shows the current state when the wait has expired', async () => {
    const ms = await timed(async () => {
      const reply = await service.request({ url, headers: { prefer: 'wait=1' } });
      expect(reply.json()).toEqual(queued);
    });
    expect(ms).toBeGreaterThan(950);
  });

  it('does not let more than 20 requests of a principal wait, tried with ten times as many', async () => {
    const { id } = await queueRun(service);
    const headers = { prefer: 'wait=30' };
    let atOnce = 0;
    const all = Array.from({ length: 200 }, async () => {
      const reply = await service.request({ url: `/analysis/${id}`, headers });
      if (reply.json<AnalysisRecord>().status === 'queued') atOnce += 1;
      return reply.headers['preference-applied'];
    });
    while (atOnce < 180) await sleep(10);
    await service.request({ method: 'POST', url: `/analysis/${id}/cancel` });
    const applied = await Promise.all(all);
    expect(atOnce).toBe(180);
    expect(applied.filter((preference) => preference === 'wait=30')).toHaveLength(20);
  });

  it('returns the result of a worker to a request with a wait', async () => {
    const busy = await startTestService();
    await createBank(busy);
    const { id } = await queueRun(busy);
    const waiting = busy.request({ url: `/analysis/${id}`, headers: { prefer: 'wait=30' } });
    await startTestWorker(busy);
    expect((await waiting).json<AnalysisRecord>()).toMatchObject({ id, status: 'succeeded', question_count: 26 });
  });
});

describe('304', () => {
  it('sends no body until the analysis has progressed', async () => {
    const { id } = await queueRun(service);
    const seen = await service.request({ url: `/analysis/${id}` });
    const headers = { 'if-none-match': String(seen.headers.etag) };
    const same = await service.request({ url: `/analysis/${id}`, headers });
    expect({ status: same.statusCode, body: same.body }).toEqual({ status: 304, body: '' });
    await service.request({ method: 'POST', url: `/analysis/${id}/cancel` });
    expect((await service.request({ url: `/analysis/${id}`, headers })).statusCode).toBe(200);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });
});

describe('404', () => {
  it.each(NOT_IDS)('does not find %s', async (id) => {
    expectProblem(await service.request({ url: `/analysis/${id}` }), 404, 'analysis_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, { url });
});

describe('503', () => {
  rejectsWithoutDatabase({ url });
});

describe('504', () => {
  timesOut({ url }, 'analyses');
});
