import { describe, expect, it, vi } from 'vitest';
import { draft, startTestService } from '../../harness.ts';
import {
  expectProblem,
  rejectsKeysInUse,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsReusedKeys,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { TIMESTAMP, UUID_V7 } from '../credentials.ts';
import {
  type AnalysisRecord,
  countJobs,
  createBank,
  eventTypes,
  getRun,
  MANY,
  queueRun,
  runRequest,
  runToEnd,
  startTestWorker,
} from './steps.ts';

const service = await startTestService();
const bank = await createBank(service);
await startTestWorker(service);
const idle = await startTestService(MANY);
const [first] = await createBank(idle);
const body = { analysis_type: 'coverage', filter: {} };
const request = runRequest(body);
let asked = 0;
/** Starts a run that does not repeat another. */
const ended = (headers: Record<string, string>) => {
  asked += 1;
  return service.request(runRequest({ ...body, parameters: { top_n: asked } }, headers));
};

describe('201', () => {
  it('returns the full record with its result if it ends within the wait', async () => {
    const reply = await ended({ prefer: 'wait=30' });
    const run = reply.json<AnalysisRecord>();
    expect(reply.statusCode).toBe(201);
    expect(reply.headers).toMatchObject({
      location: `/analysis/${run.id}`,
      'preference-applied': 'wait=30',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(reply.headers['retry-after']).toBeUndefined();
    expect(run).toEqual({
      id: expect.stringMatching(UUID_V7),
      analysis_type: 'coverage',
      status: 'succeeded',
      parameters: expect.objectContaining({ min_cell: 5 }),
      question_ids: null,
      filter: {},
      question_count: bank.length,
      progress: { completed: 2, total: 2, phase: 'finished' },
      findings: expect.any(Array),
      result: expect.objectContaining({
        summary: expect.objectContaining({ questions: bank.length }),
        warnings: expect.any(Array),
        method: expect.any(String),
        plots: expect.any(Array),
      }),
      error: null,
      engine_version: 'coverage/4',
      snapshot_at: expect.stringMatching(TIMESTAMP),
      created_by: expect.stringMatching(/^anonymous:/u),
      created_at: expect.stringMatching(TIMESTAMP),
      started_at: expect.stringMatching(TIMESTAMP),
      completed_at: expect.stringMatching(TIMESTAMP),
      expires_at: expect.stringMatching(TIMESTAMP),
      duration_ms: expect.any(Number),
    });
    expect(run.findings?.length).toBeGreaterThanOrEqual(1);
    expect(run.findings?.length).toBeLessThanOrEqual(6);
    expect(Date.parse(run.expires_at) - Date.parse(run.created_at)).toBe(30 * 24 * 60 * 60 * 1000);
    expect(run.duration_ms).toBe(Date.parse(String(run.completed_at)) - Date.parse(String(run.started_at)));
    expect(await getRun(service, run.id)).toEqual(run);
    expect(await eventTypes(service, run.id)).toEqual(['analysis.queued', 'analysis.started', 'analysis.succeeded']);
  });

  it('keeps addresses under /v1 for a caller of /v1', async () => {
    const reply = await service.request({ ...runRequest(body, { prefer: 'wait=30' }), url: '/v1/analysis/run' });
    expect(reply.headers.location).toBe(`/v1/analysis/${reply.json<AnalysisRecord>().id}`);
  });

  it('waits as configured by default, without a Preference-Applied header', async () => {
    const patient = await startTestService({ ANALYSIS_WAIT_MS: '30000' });
    await createBank(patient);
    await startTestWorker(patient);
    const reply = await patient.request(request);
    expect(reply.statusCode).toBe(201);
    expect(reply.headers['preference-applied']).toBeUndefined();
  });

  it('waits at most 30 seconds, and reports this', async () => {
    const reply = await ended({ prefer: 'wait=600' });
    expect(reply.statusCode).toBe(201);
    expect(reply.headers['preference-applied']).toBe('wait=30');
  });

  it('applies the defaults of the type and echoes them', async () => {
    const { parameters } = await runToEnd(service, { ...body, parameters: { min_cell: 7 } });
    expect(parameters).toEqual({ dimensions: ['category', 'difficulty'], blueprint: [], min_cell: 7, top_n: 50 });
    const { parameters: others } = await runToEnd(service, { analysis_type: 'text_statistics', filter: {} });
    expect(others).toMatchObject({ group_by: null, language: 'auto', outlier_z: 3, top_n: 50 });
  });

  it('analyses the given questions, each once, with ids in any letter case', async () => {
    const ids = bank.slice(0, 3).map(({ id }) => id);
    const question_ids = [...ids, ...ids.map((id) => id.toUpperCase())];
    const run = await runToEnd(service, { analysis_type: 'text_statistics', question_ids });
    expect(run).toMatchObject({ question_count: 3, filter: null, question_ids: [...ids, ...ids] });
  });

  it('analyses what a filter matches, with the keys of GET /questions', async () => {
    const filter = { category: 'geography', difficulty: 1 };
    const run = await runToEnd(service, { analysis_type: 'coverage', filter });
    const listed = await service.request({ url: '/questions?category=geography&difficulty=1' });
    expect(run.question_count).toBe(listed.json<{ pagination: { total: number } }>().pagination.total);
    expect(run.filter).toEqual(filter);
  });

  it('accepts 10,000 ids in a body larger than other objects may be', async () => {
    const question_ids = Array.from({ length: 10_000 }, (_, index) => bank[index % bank.length]?.id);
    expect(JSON.stringify(question_ids).length).toBeGreaterThan(64 * 1024);
    expect((await runToEnd(service, { analysis_type: 'coverage', question_ids })).question_count).toBe(bank.length);
  });

  it('fails with a reason if no questions are left when it starts', async () => {
    const emptied = await startTestService();
    const [last] = await emptied.create(draft());
    const { id } = await queueRun(emptied);
    await emptied.request({ method: 'DELETE', url: `/questions/${last?.id}` });
    await startTestWorker(emptied);
    await vi.waitFor(async () => expect((await getRun(emptied, id)).status).toBe('failed'), 20_000);
    const run = await getRun(emptied, id);
    expect(run).toMatchObject({ status: 'failed', result: null, findings: null, error: { code: 'insufficient_data' } });
    expect(await eventTypes(emptied, run.id)).toEqual(['analysis.queued', 'analysis.started', 'analysis.failed']);
  });
});

describe('202', () => {
  it.each<[string, Record<string, string>, string | undefined]>([
    ['the caller states no preference and the operator configured no wait', {}, undefined],
    ['the caller does not want to wait', { prefer: 'respond-async' }, 'respond-async'],
    ['the caller does not wait long enough', { prefer: 'respond-async, wait=1' }, 'wait=1'],
  ])('returns the address to poll when %s', async (_name, headers, applied) => {
    const start = performance.now();
    const reply = await idle.request(runRequest(body, headers));
    expect(performance.now() - start).toBeGreaterThan(applied === 'wait=1' ? 950 : 0);
    const run = reply.json<AnalysisRecord>();
    expect(reply.statusCode).toBe(202);
    expect(reply.headers).toMatchObject({ location: `/analysis/${run.id}`, 'retry-after': '1' });
    expect(reply.headers['preference-applied']).toBe(applied);
    expect(run).toMatchObject({
      status: 'queued',
      progress: { completed: 0, total: 0, phase: 'waiting' },
      result: null,
      findings: null,
      started_at: null,
      duration_ms: null,
      question_count: null,
    });
    expect(await getRun(idle, run.id)).toEqual(run);
    expect(await countJobs(idle, run.id)).toBe(1);
    expect(await eventTypes(idle, run.id)).toEqual(['analysis.queued']);
  });

  it('ignores a wait that is not a number, as RFC 7240 requires', async () => {
    const reply = await idle.request(runRequest(body, { prefer: 'wait=soon' }));
    expect(reply.headers['preference-applied']).toBeUndefined();
  });
});

describe('400', () => {
  it('rejects 10,001 ids, and names the maximum', async () => {
    const question_ids = Array.from({ length: 10_001 }, () => first?.id);
    const reply = await idle.request(runRequest({ analysis_type: 'coverage', question_ids }));
    const { errors } = expectProblem(reply, 400, 'validation_error');
    expect(errors).toMatchObject([{ code: 'too_long', pointer: '#/question_ids' }]);
    expect(errors[0]?.detail).toContain('10000');
  });

  it('stores and queues nothing for a rejected request', async () => {
    const before = await queueRun(idle);
    await idle.request(runRequest({ ...body, parameters: { min_cell: 0 } }));
    const list = await idle.request({ url: '/analysis?limit=1' });
    expect(list.json<{ data: AnalysisRecord[] }>().data[0]?.id).toBe(before.id);
  });
});

describe('406', () => {
  rejectsOtherAccept(idle, request);
});

describe('409', () => {
  rejectsKeysInUse(idle, async () => request);
});

describe('413', () => {
  it('rejects a body over 10 MiB', async () => {
    const filler = 'x'.repeat(10 * 1024 * 1024);
    expectProblem(await idle.request(runRequest({ ...body, filler })), 413, 'payload_too_large');
  });
});

describe('415', () => {
  rejectsOtherMediaTypes(idle, request);
});

describe('422', () => {
  rejectsReusedKeys(idle, async () => request, { ...body, parameters: { min_cell: 3 } });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(async (slow) => {
    await slow.create(draft());
    return request;
  });
});

it('serves a client that uses only POST /analysis/run and GET /analysis', async () => {
  const [question] = bank;
  const reply = await service.request(runRequest({ analysis_type: 'coverage', question_ids: [question?.id] }));
  const { id } = reply.json<AnalysisRecord>();
  const retrieve = async () =>
    (await service.request({ url: '/analysis' })).json<{ data: AnalysisRecord[] }>().data.find((run) => run.id === id);
  await expect.poll(async () => (await retrieve())?.status, { timeout: 30_000 }).toBe('succeeded');
  expect((await retrieve())?.result?.summary).toMatchObject({ questions: 1 });
});
