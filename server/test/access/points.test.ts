import type { InjectOptions } from 'fastify';
import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { BODY_BYTES_PER_POINT, REPLY_BYTES_PER_POINT } from '../../src/plugins/access/rate-limit.ts';
import { insertBulkRows } from '../bulk-rows.ts';
import { draft, startTestService, type TestService } from '../harness.ts';
import { bearer } from '../http/credentials.ts';
import { plantKey } from './credentials.ts';

const LIMITED = { ANONYMOUS_SCOPES: '', RATE_LIMIT: 'true' };
const service = await startTestService(LIMITED);
await insertBulkRows(service.deps.db.writes, { count: 1200, bodyBytes: 400, tags: `'{all}'` });
// Its largest page took more than the 5 s of the other services where four test runs shared two cores.
const large = await startTestService({ ...LIMITED, SCAN_TIMEOUT_MS: '60000' });
await insertBulkRows(large.deps.db.writes, { count: 100, bodyBytes: 160_000 });

/** The remaining points according to the headers. */
function left(reply: { headers: Record<string, unknown> }): number {
  return Number(/;r=(?<left>\d+);/u.exec(String(reply.headers['ratelimit']))?.groups?.['left']);
}

/**
 * The cost of a request by a new caller, and the size of the reply. The clock that measures searches stands still,
 * since the cost of their time has its own test.
 */
async function costOf(request: InjectOptions, of: TestService = service): Promise<{ cost: number; bytes: number }> {
  const headers = bearer(await plantKey(of, ['questions:read', 'questions:write', 'analysis:read', 'analysis:run']));
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
  const reply = await of
    .request({ ...request, headers: { ...request.headers, ...headers } })
    .finally(() => clock.mockRestore());
  const after = await of.request({ url: '/tokens/current', headers });
  expect(left(reply)).toBe(left(after) + 1);
  return { cost: 6000 - left(reply), bytes: reply.rawPayload.length };
}

async function expectCost(url: string, expected: number): Promise<void> {
  expect((await costOf({ url })).cost).toBe(expected);
}

describe('points for the size of a reply', () => {
  it('are one for an ordinary page, and one per 64 KiB of a larger one', async () => {
    await expectCost('/questions', 1);
    await expectCost('/questions?limit=100', 1);
    const { cost, bytes } = await costOf({ url: '/questions?limit=1000' });
    expect(cost).toBe(Math.ceil(bytes / REPLY_BYTES_PER_POINT));
    expect(cost).toBeGreaterThan(5);
    await expectCost('/questions?limit=1000&q=planet', cost);
  });

  it('are proportional for the largest page, so that 25 of them use up a minute', async () => {
    const { cost, bytes } = await costOf({ url: '/questions?limit=100' }, large);
    expect(bytes).toBeGreaterThan(15 * 1024 * 1024);
    expect(cost).toBe(Math.ceil(bytes / REPLY_BYTES_PER_POINT));
  });

  it('are charged even for a page that the caller already has', async () => {
    const first = await service.request({
      url: '/questions?limit=900&sort=difficulty',
      headers: bearer(await plantKey(service, ['questions:read'])),
    });
    const again = { url: '/questions?limit=900&sort=difficulty', headers: { 'if-none-match': first.headers.etag } };
    expect((await costOf(again as InjectOptions)).cost).toBeGreaterThan(5);
  });

  it('may use up the quota, so that the next request is rejected', async () => {
    const strict = await startTestService({ ...LIMITED, LIMIT_POINTS: '3' });
    await insertBulkRows(strict.deps.db.writes, { count: 1000, bodyBytes: 400 });
    const headers = bearer(await plantKey(strict, ['questions:read']));
    const reply = await strict.request({ url: '/questions?limit=1000', headers });
    expect([reply.statusCode, left(reply)]).toEqual([200, 0]);
    expect((await strict.request({ url: '/questions', headers })).statusCode).toBe(429);
  });
});

describe('points for the size of a body', () => {
  const send = (count: number, change: object) => ({
    method: 'POST' as const,
    url: '/questions',
    payload: Array.from({ length: count }, () => draft(change)),
  });

  it('are covered by those for its questions, unless it is large: then they are one per 16 KiB', async () => {
    expect((await costOf(send(1000, {}))).cost).toBe(55);
    const request = send(50, { explanation: 'x'.repeat(4000), accepted_answers: Array(20).fill('y '.repeat(450)) });
    const bytes = Buffer.byteLength(JSON.stringify(request.payload));
    expect(bytes).toBeGreaterThan(1_000_000);
    expect((await costOf(request)).cost).toBe(Math.ceil(bytes / BODY_BYTES_PER_POINT));
  });

  it('are charged even if it is rejected, is not JSON, or has no declared length', async () => {
    const junk = Buffer.from(`[${'"x",'.repeat(250_000)}`);
    const headers = { 'content-type': 'application/json' };
    const price = Math.ceil(junk.length / BODY_BYTES_PER_POINT);
    expect((await costOf({ method: 'POST', url: '/questions', payload: junk, headers })).cost).toBe(price);
    const { Readable } = await import('node:stream');
    const payload = Readable.from([junk]);
    expect((await costOf({ method: 'POST', url: '/questions', payload, headers })).cost).toBe(price);
  });
});

describe('points for the rows that a request reads', () => {
  it.each([
    ['/questions?sort=difficulty', 1],
    ['/questions?q=planet', 2],
    ['/questions?tag=all', 1],
    ['/questions?q=planet&sort=difficulty', 7],
    ['/questions?language=en&sort=-category', 6],
    ['/questions?status=archived&sort=updated_at', 6],
    ['/questions/facets', 1],
    ['/questions/facets?q=planet', 7],
    ['/questions/facets?tag=all', 6],
    ['/questions/random', 1],
    ['/questions/random?tag=all', 1],
    ['/questions/random?language=en', 6],
    ['/questions/random?q=planet', 7],
  ])('are charged for %s: %i', async (url, cost) => {
    await expectCost(url, cost);
  });

  it('are five for a plot', async () => {
    await expectCost('/analysis/00000000-0000-7000-8000-00000000ffff/plots/x.svg', 5);
  });
});

describe('a long URL', () => {
  it('costs a point per 16 KiB, even if it has too many parameters to be read', async () => {
    const parameters = (count: number) => Array.from({ length: count }, (_, index) => `u${index}=${'a'.repeat(4)}`);
    const rejected = await costOf({ url: `/questions?${parameters(5000).join('&')}` });
    expect(rejected.cost).toBe(4);
    await expectCost(`/questions?limit=1&seed=${'a'.repeat(BODY_BYTES_PER_POINT)}`, 2);
    await expectCost('/questions?limit=1', 1);
  });
});

describe('a search', () => {
  it('costs a point per further 10 ms once it has taken 50', async () => {
    const key = await plantKey(service, ['questions:read']);
    const holder = new pg.Client({ connectionString: service.databaseUrl });
    await holder.connect();
    await holder.query('begin; lock table questions in access exclusive mode');
    const sent = service.request({ url: '/questions/facets?tag=all', headers: bearer(key) });
    await new Promise((done) => setTimeout(done, 400)); // time itself is measured
    await holder.end();
    expect((await sent).statusCode).toBe(200);
    expect(6000 - left(await sent)).toBeGreaterThanOrEqual(25);
  });
});
