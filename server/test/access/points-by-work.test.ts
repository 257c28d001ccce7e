import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../src/domain/tokens/scope.ts';
import { insertBulkRows } from '../bulk-rows.ts';
import { asOperator, draft, startTestService, type TestService } from '../harness.ts';
import { addCategory } from '../http/categories/steps.ts';
import { expectProblem } from '../http/common.ts';
import { bearer, type Headers } from '../http/credentials.ts';
import { csvOf, hasEnded, queueImport, startTestWorker, waitFor } from '../http/imports/steps.ts';
import { makeWebhook } from '../http/webhooks/steps.ts';
import { plantKey } from './credentials.ts';

const LIMITED = { ANONYMOUS_SCOPES: '', RATE_LIMIT: 'true' };
const service = await startTestService(LIMITED);
const SCOPES: Scope[] = ['questions:read', 'questions:write', 'questions:delete', 'categories:manage'];

/** The remaining points according to the headers. */
function left(reply: { headers: Record<string, unknown> }): number {
  return Number(/;r=(?<left>\d+);/u.exec(String(reply.headers['ratelimit']))?.groups?.['left']);
}

/** The points of a request, as the difference to the previous one. */
async function costOf(request: InjectOptions, headers: Headers, of: TestService = service): Promise<number> {
  const before = left(await of.request({ url: '/tokens/current', headers }));
  const reply = await of.request({ ...request, headers });
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return before - left(reply);
}

const somebody = async (of: TestService = service) => bearer(await plantKey(of, SCOPES));
const drafts = (count: number, change: object = {}) => Array.from({ length: count }, () => draft(change));

/** Creates questions and returns the id of the change. */
async function create(headers: Headers, payload: object, of: TestService = service): Promise<string> {
  const reply = await of.request({ method: 'POST', url: '/questions', headers, payload });
  expect(reply.statusCode, reply.body).toBe(201);
  return String(reply.headers['change-id']);
}

const revertOf = (id: string): InjectOptions => ({ method: 'POST', url: `/changes/${id}/revert` });
const bulkOf = (expected_count: number): InjectOptions => ({
  method: 'POST',
  url: '/questions/bulk',
  payload: { filter: {}, expected_count, set: { difficulty: 2 } },
});

describe('points for written rows, one per twenty questions', () => {
  it('are charged for a revert', async () => {
    const headers = await somebody();
    expect(await costOf(revertOf(await create(headers, drafts(41))), headers)).toBe(5 + 3);
    expect(await costOf(revertOf(await create(headers, draft())), headers)).toBe(5 + 1);
  });

  it('are charged for undoing an import', async () => {
    const own = await startTestService(LIMITED);
    await startTestWorker(own);
    const { id } = await queueImport(own, csvOf(41), {}, asOperator);
    await waitFor(own, id, hasEnded);
    expect(await costOf({ method: 'POST', url: `/imports/${id}/undo` }, asOperator, own)).toBe(5 + 3);
  });

  it('are charged for renaming a category', async () => {
    const headers = await somebody();
    await addCategory(service, 'Places');
    await create(headers, drafts(41, { category: 'Places' }));
    const rename: InjectOptions = { method: 'PATCH', url: '/categories/Places', payload: { name: 'Cities' } };
    expect(await costOf(rename, headers)).toBe(5 + 3);
  });

  it('are charged for a bulk change, up to half of a quota', async () => {
    const own = await startTestService(LIMITED);
    await insertBulkRows(own.deps.db.writes, { count: 1500 });
    expect(await costOf(bulkOf(1500), await somebody(own), own)).toBe(5 + 75);
    const small = await startTestService({ ...LIMITED, LIMIT_POINTS: '120' });
    await insertBulkRows(small.deps.db.writes, { count: 1500 });
    expect(await costOf(bulkOf(1500), await somebody(small), small)).toBe(5 + 60);
  });

  it('are charged for replaying deliveries', async () => {
    const { id } = await makeWebhook(service);
    await service.deps.db.writes.query({
      text: `insert into webhook_deliveries (id, webhook_id, message_id, type, body, created_at, round_began_at, next_attempt_at, status)
             select gen_random_uuid(), $1, n::text, 'webhook.test', '', now(), now(), null, 'failed' from generate_series(1, 41) n`,
      values: [id],
    });
    const payload = { since: '2026-01-01T00:00:00.000Z' };
    expect(await costOf({ method: 'POST', url: `/webhooks/${id}/replay`, payload }, asOperator)).toBe(5 + 3);
  });

  it('are charged for a dataset, one per thousand', async () => {
    const own = await startTestService(LIMITED);
    await insertBulkRows(own.deps.db.writes, { count: 8001 });
    expect(await costOf({ method: 'POST', url: '/datasets', payload: {} }, await somebody(own), own)).toBe(5 + 9);
  });

  it('are required before anything is written', async () => {
    const small = await startTestService({ ...LIMITED, LIMIT_POINTS: '20' });
    const change = await create(await somebody(small), drafts(60), small);
    const headers = await somebody(small);
    for (let reads = 0; reads < 13; reads += 1) await small.request({ url: '/tokens/current', headers });
    const rejected = await small.request({ ...revertOf(change), headers }); // 7 points are left, and it needs 8
    expectProblem(rejected, 429, 'rate_limited');
    const { rows } = await small.deps.db.reads.query('select from questions where deleted_at is null');
    expect(rows).toHaveLength(60);
  });
});
