import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { finishShard, insertShards, startAnalysis } from '../../../src/store/analysis/progress.ts';
import { inTransaction } from '../../../src/store/database/database.ts';
import { asOperator, draft, startTestService } from '../../harness.ts';
import {
  expectProblem,
  rejectsKeysInUse,
  rejectsLargeBodies,
  rejectsMalformedKeys,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  replaysByKey,
  timesOut,
  withKey,
} from '../common.ts';
import { bearer, createKey, TIMESTAMP } from '../credentials.ts';
import {
  type AnalysisRecord,
  countRows,
  createBank,
  eventTypes,
  getRun,
  MANY,
  NOT_IDS,
  queueRun,
  startTestWorker,
} from './steps.ts';

const service = await startTestService(MANY);
await service.create(draft());
const cancel = (id: string, headers: Record<string, string> = {}): InjectOptions => ({
  method: 'POST',
  url: `/analysis/${id}/cancel`,
  headers,
});
const fresh = async () => cancel((await queueRun(service)).id);
const request = await fresh();
const RUNS = { scopes: ['analysis:run', 'analysis:read'] };

/** A run that a worker has started and split into two shards. */
async function beginRun(): Promise<string> {
  const { id } = await queueRun(service);
  await inTransaction(service.deps.db.writes, async (tx) => {
    await startAnalysis(tx, id, service.deps.now());
    await insertShards(tx, id, [
      { from: 0n, until: 5n, population: 0 },
      { from: 5n, until: 9n, population: 0 },
    ]);
  });
  return id;
}

describe('200', () => {
  it('cancels a queued analysis', async () => {
    const queued = await queueRun(service);
    const reply = await service.request(cancel(queued.id));
    expect(reply.statusCode).toBe(200);
    const canceled = {
      ...queued,
      status: 'canceled',
      progress: { ...queued.progress, phase: 'finished' },
      completed_at: expect.stringMatching(TIMESTAMP),
    };
    expect(reply.json()).toEqual(canceled);
    expect(await getRun(service, queued.id)).toEqual(canceled);
    expect(await eventTypes(service, queued.id)).toEqual(['analysis.queued', 'analysis.canceled']);
  });

  it('cancels a running analysis, deletes its shards and discards later results', async () => {
    const id = await beginRun();
    const reply = await service.request(cancel(id));
    expect(reply.json<AnalysisRecord>()).toMatchObject({ status: 'canceled', result: null, error: null });
    expect(reply.json<AnalysisRecord>().duration_ms).toBeGreaterThanOrEqual(0);
    const { writes } = service.deps.db;
    expect(await finishShard(writes, id, 0, { questions: 1, partial: Buffer.from('x') })).toBe(false);
    expect(await countRows(service, 'analysis_shards', `analysis_id = '${id}'`)).toBe(0);
  });

  it('prevents a worker from starting it', async () => {
    const busy = await startTestService();
    await createBank(busy);
    const canceled = await queueRun(busy);
    await busy.request(cancel(canceled.id));
    await startTestWorker(busy);
    const next = await queueRun(busy);
    await busy.request({ url: `/analysis/${next.id}`, headers: { prefer: 'wait=30' } });
    expect(await getRun(busy, next.id)).toMatchObject({ status: 'succeeded' });
    expect(await getRun(busy, canceled.id)).toMatchObject({ status: 'canceled', started_at: null });
  });

  it('is allowed for its creator and for the operator', async () => {
    const owner = bearer((await createKey(service, RUNS)).token);
    const anotherKey = bearer((await createKey(service, RUNS)).token);
    const { id } = await queueRun(service, undefined, owner);
    const rejected = expectProblem(await service.request(cancel(id, anotherKey)), 403, 'insufficient_scope');
    expect(rejected.detail).toContain('another principal');
    expect((await getRun(service, id)).status).toBe('queued');
    expect((await service.request(cancel(id, owner))).statusCode).toBe(200);
    const other = await queueRun(service, undefined, owner);
    expect((await service.request(cancel(other.id, asOperator))).statusCode).toBe(200);
  });

  it('is not allowed without a token', async () => {
    const { id } = await queueRun(service);
    const from = (remoteAddress: string) => service.request({ ...cancel(id), remoteAddress });
    expectProblem(await from('192.0.2.1'), 403, 'insufficient_scope');
    expect((await from('127.0.0.1')).statusCode).toBe(200);
  });

  it('accepts an empty object as the body', async () => {
    expect((await service.request({ ...(await fresh()), payload: {} })).statusCode).toBe(200);
  });

  replaysByKey(service, fresh);
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);
});

describe('404', () => {
  it.each(NOT_IDS)('does not find %s', async (id) => {
    expectProblem(await service.request(cancel(id)), 404, 'analysis_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, fresh);

  it('rejects an analysis that has ended and reports its status', async () => {
    const { id } = await queueRun(service);
    await service.request(cancel(id));
    const reply = await service.request(cancel(id));
    expect(expectProblem(reply, 409, 'analysis_finished').detail).toContain('canceled');
    expect(await eventTypes(service, id)).toEqual(['analysis.queued', 'analysis.canceled']);
  });

  it('lets exactly one of many simultaneous cancellations succeed', async () => {
    const { id } = await queueRun(service);
    const replies = await Promise.all(Array.from({ length: 5 }, () => service.request(cancel(id))));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    for (const reply of replies.filter(({ statusCode }) => statusCode !== 200)) {
      expect(expectProblem(reply, 409, 'analysis_finished').detail).toContain('its status is canceled');
    }
  });
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('422', () => {
  it('rejects a key that was used with another body', async () => {
    const keyed = withKey(await fresh(), 'one cancel');
    expect((await service.request(keyed)).statusCode).toBe(200);
    expectProblem(await service.request({ ...keyed, payload: {} }), 422, 'idempotency_key_reused');
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(async (other) => {
    await other.create(draft());
    return cancel((await queueRun(other)).id);
  }, 'analyses');
});
