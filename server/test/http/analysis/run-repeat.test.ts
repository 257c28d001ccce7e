import { describe, expect, it } from 'vitest';
import { draft, startTestService } from '../../harness.ts';
import { expectProblem, withKey } from '../common.ts';
import {
  type AnalysisRecord,
  countJobs,
  countRows,
  createBank,
  eventTypes,
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
await createBank(idle);
const body = { analysis_type: 'coverage', filter: {} };

const change = (id: string | undefined, difficulty: number) =>
  service.request({ method: 'PATCH', url: `/questions/${id}`, payload: { difficulty } });

/** Returns the result exactly as it was sent. */
async function resultBytes(id: string): Promise<string> {
  const { body: text } = await service.request({ url: `/analysis/${id}` });
  return text.slice(text.indexOf(',"result":'));
}

describe('a repeated Idempotency-Key', () => {
  it('returns the same analysis, stored and queued once, in its current state', async () => {
    const keyed = withKey(runRequest(body), 'one run');
    const first = await idle.request(keyed);
    const { id } = first.json<AnalysisRecord>();
    const before = await countRows(idle, 'analyses');
    const again = await idle.request(keyed);
    expect(again.statusCode).toBe(202);
    expect(again.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'retry-after': '1',
      location: first.headers.location,
    });
    expect(again.body).toBe(first.body);
    await idle.request({ method: 'POST', url: `/analysis/${id}/cancel` });
    const ended = await idle.request(keyed);
    expect(ended.statusCode).toBe(201);
    expect(ended.headers['retry-after']).toBeUndefined();
    expect(ended.json()).toMatchObject({ id, status: 'canceled' });
    expect(await countRows(idle, 'analyses')).toBe(before);
    expect(await countJobs(idle, id)).toBe(1);
    expect(await eventTypes(idle, id)).toEqual(['analysis.queued', 'analysis.canceled']);
  });

  it('sent many times at once creates one analysis', async () => {
    const before = await countRows(idle, 'analyses');
    const keyed = withKey(runRequest(body), 'impatient');
    const replies = await Promise.all(Array.from({ length: 10 }, () => idle.request(keyed)));
    const taken = replies.filter(({ statusCode }) => statusCode === 202);
    for (const reply of replies) {
      if (reply.statusCode !== 202) expectProblem(reply, 409, 'idempotency_key_in_use');
    }
    expect(new Set(taken.map((reply) => reply.json<AnalysisRecord>().id)).size).toBe(1);
    expect(await countRows(idle, 'analyses')).toBe(before + 1);
  });
});

describe('a repeated run', () => {
  it('finishes at once under its own id, with an identical result and without a job', async () => {
    const parameters = { min_cell: 3 };
    const first = await runToEnd(service, { ...body, parameters });
    const reply = await service.request(runRequest({ ...body, parameters }, { prefer: 'respond-async' }));
    const again = reply.json<AnalysisRecord>();
    expect(reply.statusCode).toBe(201);
    expect(again.id).not.toBe(first.id);
    expect(again).toMatchObject({
      status: 'succeeded',
      question_count: first.question_count,
      snapshot_at: first.snapshot_at,
      findings: first.findings?.map(({ items, ...finding }) => ({
        ...finding,
        items: items?.replace(first.id, again.id) ?? null,
      })),
      progress: first.progress,
      duration_ms: 0,
    });
    expect(Date.parse(again.expires_at)).toBeGreaterThanOrEqual(Date.parse(first.expires_at));
    expect(await resultBytes(again.id)).toBe(await resultBytes(first.id));
    expect(await countJobs(service, again.id)).toBe(0);
    expect(await eventTypes(service, again.id)).toEqual(['analysis.queued', 'analysis.succeeded']);
  });

  it('does not depend on the order of keys and ids, or on whether defaults are written out', async () => {
    const [one, two] = bank.map(({ id }) => id);
    const first = await runToEnd(service, { analysis_type: 'coverage', question_ids: [one, two] });
    const again = await runToEnd(service, {
      parameters: { top_n: 50, min_cell: 5 },
      question_ids: [two, one, two],
      analysis_type: 'coverage',
    });
    expect(again.snapshot_at).toBe(first.snapshot_at);
    expect(again.question_ids).toEqual([two, one, two]);
    expect(await countJobs(service, again.id)).toBe(0);
  });

  it.each([
    ['other parameters', { ...body, parameters: { min_cell: 4 } }],
    ['another filter', { ...body, filter: { difficulty: 1 } }],
    ['another type', { ...body, analysis_type: 'text_statistics' }],
  ])('is a different run with %s', async (_name, other) => {
    await runToEnd(service, body);
    expect(await countJobs(service, (await runToEnd(service, other)).id)).toBe(1);
  });

  it.each([
    ['changed', () => change(bank[0]?.id, 2)],
    ['created', () => service.create(draft())],
    ['deleted', () => service.request({ method: 'DELETE', url: `/questions/${bank[5]?.id}` })],
    ['restored', () => service.request({ method: 'POST', url: `/questions/${bank[5]?.id}/restore` })],
  ])('is computed again after any question was %s', async (_name, write) => {
    const first = await runToEnd(service, body);
    await write();
    const again = await runToEnd(service, body);
    expect(again.snapshot_at).not.toBe(first.snapshot_at);
    expect(await countJobs(service, again.id)).toBe(1);
    const listed = await service.request({ url: '/questions?limit=1' });
    expect(again.question_count).toBe(listed.json<{ pagination: { total: number } }>().pagination.total);
  });

  it('on questions selected by id is computed again only after a change to one of them', async () => {
    const question_ids = bank.slice(10, 13).map(({ id }) => id);
    const request = { analysis_type: 'text_statistics', question_ids };
    const first = await runToEnd(service, request);
    await change(bank[0]?.id, 1);
    expect((await runToEnd(service, request)).snapshot_at).toBe(first.snapshot_at);
    await change(bank[11]?.id, 2);
    expect((await runToEnd(service, request)).snapshot_at).not.toBe(first.snapshot_at);
  });

  it('is computed again while the first has not succeeded', async () => {
    const first = await queueRun(idle, { ...body, parameters: { min_cell: 9 } });
    const again = await queueRun(idle, { ...body, parameters: { min_cell: 9 } });
    expect(again.id).not.toBe(first.id);
    expect(await countJobs(idle, again.id)).toBe(1);
  });
});
