import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { newSecret } from '../../src/access/secrets.ts';
import { asOperator, draft, startTestService, type TestService } from '../harness.ts';
import { expectProblem } from '../http/common.ts';
import { bearer } from '../http/credentials.ts';
import { clientWith, keyWith, plantKey } from './credentials.ts';
import { exampleRequests } from './example-requests.ts';

const LIMITED = { ANONYMOUS_SCOPES: '', RATE_LIMIT: 'true' };
const service = await startTestService(LIMITED);
const strict = await startTestService({
  ...LIMITED,
  LIMIT_POINTS: '2',
  LIMIT_POINTS_ANONYMOUS: '2',
  LOGIN_FAILURES: '2',
});

/** The remaining points according to the headers. */
function left(reply: { headers: Record<string, unknown> }): number {
  return Number(/^"\w+";r=(?<left>\d+);t=\d+$/u.exec(String(reply.headers['ratelimit']))?.groups?.['left']);
}

/** The points that a request took from a quota of 6,000, as the difference to the previous one. */
async function costOf(of: TestService, headers: Record<string, string>, request: InjectOptions): Promise<number> {
  const before = left(await of.request({ url: '/tokens/current', headers }));
  const reply = await of.request({ ...request, headers: { ...request.headers, ...headers } });
  expect(reply.statusCode, reply.body).toBeLessThan(300);
  return before - left(reply);
}

const ALL = ['questions:read', 'questions:write', 'questions:delete'] as const;

describe('points', () => {
  it('are counted per principal, 6,000 a minute, and stated with every response', async () => {
    const [first, second] = [await keyWith(service, ALL), await keyWith(service, ALL)];
    const reply = await service.request({ url: '/questions', headers: bearer(first.token) });
    expect(reply.headers).toMatchObject({
      'ratelimit-policy': '"default";q=6000;w=60',
      ratelimit: '"default";r=5999;t=60',
    });
    expect(left(await service.request({ url: '/questions', headers: bearer(first.token) }))).toBe(5998);
    expect(left(await service.request({ url: '/questions', headers: bearer(second.token) }))).toBe(5999);
  });

  it('are one for a read, two for a search, five for a write, and for a bulk one more per twenty', async () => {
    const headers = bearer((await keyWith(service, ALL)).token);
    const drafts = (count: number) => ({
      method: 'POST' as const,
      url: '/questions',
      payload: Array.from({ length: count }, () => draft()),
    });
    const cost = (request: InjectOptions) => costOf(service, headers, request);
    expect(await cost({ url: '/questions' })).toBe(1);
    // A search that is slow on a busy machine costs more.
    const cheapest = async (request: InjectOptions) =>
      Math.min(await cost(request), await cost(request), await cost(request));
    expect(await cheapest({ url: '/questions?q=planet' })).toBe(2);
    expect(await cheapest({ url: '/questions/facets' })).toBe(1);
    expect(await cost({ method: 'POST', url: '/questions', payload: draft() })).toBe(5);
    expect(await cost({ method: 'POST', url: '/draws', payload: {} })).toBe(5);
    expect(await cost(drafts(1))).toBe(6);
    expect(await cost(drafts(20))).toBe(6);
    expect(await cost(drafts(21))).toBe(7);
    expect(await cost(drafts(1000))).toBe(55);
  });

  it('are ten for an analysis and one more per hundred named questions, or fifty for a filter', async () => {
    const headers = bearer((await keyWith(service, ['questions:read', 'questions:write', 'analysis:run'])).token);
    const created = await service.request({ method: 'POST', url: '/questions', headers, payload: draft() });
    const { id } = created.json<{ id: string }>();
    const run = (asked: object) => ({
      method: 'POST' as const,
      url: '/analysis/run',
      payload: { analysis_type: 'coverage', ...asked },
    });
    const named = (count: number) => run({ question_ids: Array.from({ length: count }, () => id) });
    expect(await costOf(service, headers, named(1))).toBe(11);
    expect(await costOf(service, headers, named(100))).toBe(11);
    expect(await costOf(service, headers, named(101))).toBe(12);
    expect(await costOf(service, headers, run({ filter: {} }))).toBe(60);
    expect(await costOf(service, headers, { url: '/analysis/types' })).toBe(2); // 70 KiB: one point per 64
  });

  it('are the same for the questions of a comparison', async () => {
    const headers = bearer((await keyWith(service, ['questions:read', 'questions:write', 'analysis:run'])).token);
    const created = await service.request({ method: 'POST', url: '/questions', headers, payload: draft() });
    const question_ids = [created.json<{ id: string }>().id];
    const run = (analysis_type: string, parameters: object) => ({
      method: 'POST' as const,
      url: '/analysis/run',
      payload: { analysis_type, question_ids, parameters },
    });
    const cost = (type: string, parameters: object) => costOf(service, headers, run(type, parameters));
    expect(await cost('duplicates', {})).toBe(11);
    expect(await cost('duplicates', { scope: 'bank' })).toBe(61);
    expect(await cost('set_comparison', { other: { question_ids } })).toBe(12);
    expect(await cost('set_comparison', { other: { filter: {} } })).toBe(61);
    const rejected = await service.request({ ...run('set_comparison', { other: null }), headers });
    expectProblem(rejected, 400, 'validation_error');
  });

  it('are taken for rejected requests, too', async () => {
    const headers = bearer((await keyWith(service, ['questions:read'])).token);
    const before = left(await service.request({ url: '/questions', headers }));
    const rejected = await service.request({ method: 'POST', url: '/questions', headers, payload: draft() });
    expectProblem(rejected, 403, 'insufficient_scope');
    expect(before - left(rejected)).toBe(5);
  });

  it('return when the window is over', async () => {
    const brisk = await startTestService({ ...LIMITED, LIMIT_POINTS: '3', LIMIT_SECONDS: '2' });
    const headers = bearer(await plantKey(brisk, ['questions:read']));
    const statuses = async () => (await brisk.request({ url: '/questions', headers })).statusCode;
    for (let round = 0; round < 3; round += 1) expect(await statuses()).toBe(200);
    const rejected = await brisk.request({ url: '/questions', headers });
    expectProblem(rejected, 429, 'rate_limited');
    expect(rejected.headers['retry-after']).toMatch(/^[12]$/u);
    await expect.poll(statuses, { timeout: 5000, interval: 100 }).toBe(200);
  });

  it('are not counted if the operator has disabled limits', async () => {
    const free = await startTestService();
    const { headers } = await free.request({ url: '/questions' });
    expect(headers['ratelimit']).toBeUndefined();
    expect(headers['ratelimit-policy']).toBeUndefined();
  });
});

describe('callers without a token', () => {
  const ask = (remoteAddress: string) => service.request({ url: '/openapi.json', remoteAddress });

  it('share 60 points a minute with their network', async () => {
    const reply = await ask('192.0.2.1');
    expect(reply.headers).toMatchObject({
      'ratelimit-policy': '"anonymous";q=60;w=60',
      ratelimit: '"anonymous";r=59;t=60',
    });
    expect(left(await ask('192.0.2.1'))).toBe(58);
    expect(left(await ask('192.0.2.2'))).toBe(59);
  });

  it('are one network if their IPv6 addresses begin with the same 64 bits', async () => {
    expect(left(await ask('2001:db8:1:2::1'))).toBe(59);
    expect(left(await ask('2001:db8:1:2:ffff:ffff:ffff:ffff'))).toBe(58);
    expect(left(await ask('2001:db8:1:3::1'))).toBe(59);
    expect(left(await ask('::ffff:192.0.2.3'))).toBe(59);
    expect(left(await ask('192.0.2.3'))).toBe(58);
  });

  it('are distinguished by the address that a trusted proxy saw, and not by their own claims', async () => {
    const proxied = await startTestService({ ...LIMITED, TRUST_PROXY: 'true' });
    const via = (addresses: string) =>
      proxied.request({ url: '/openapi.json', headers: { 'x-forwarded-for': addresses } });
    expect(left(await via('198.51.100.1'))).toBe(59);
    expect(left(await via('198.51.100.2'))).toBe(59);
    expect(left(await via('192.0.2.200, 198.51.100.2'))).toBe(58);
    const twice = await startTestService({ ...LIMITED, TRUST_PROXY: '2' });
    const through = (addresses: string) =>
      twice.request({ url: '/openapi.json', headers: { 'x-forwarded-for': addresses } });
    expect(left(await through('198.51.100.1, 10.0.0.1'))).toBe(59);
    expect(left(await through('192.0.2.200, 198.51.100.1, 10.0.0.2'))).toBe(58);
  });

  it('cannot claim an address if no proxy is trusted', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.3' };
    expect(left(await service.request({ url: '/openapi.json', remoteAddress: '203.0.113.9', headers }))).toBe(59);
    expect(left(await ask('203.0.113.9'))).toBe(58);
  });

  it('may read the pages of the reference as often as they like', async () => {
    const page = () => service.request({ url: '/docs/static/swagger-ui.css', remoteAddress: '192.0.2.50' });
    for (let look = 0; look < 100; look += 1) expect((await page()).statusCode).toBe(200);
    expect(left(await page())).toBe(60);
  });
});

describe('a caller with a valid token', () => {
  const remoteAddress = '192.0.2.60';
  const ask = (url: string, headers: Record<string, string> = {}) => service.request({ url, remoteAddress, headers });

  it('pays for public routes from its own points, and is not rejected because of its network', async () => {
    while ((await ask('/openapi.json')).statusCode !== 429);
    const headers = bearer((await keyWith(service, ['questions:read'])).token);
    for (const [url, status] of [
      ['/openapi.json', 200],
      ['/problems/rate_limited', 200],
      ['/nothing', 404],
    ] as const) {
      const reply = await ask(url, headers);
      expect([url, reply.statusCode]).toEqual([url, status]);
      expect(reply.headers['ratelimit-policy']).toBe('"default";q=6000;w=60');
    }
    expect(left(await ask('/openapi.json', headers))).toBe(5996);
  });

  it('does not use the points of its network, unlike a bad token', async () => {
    const network = '192.0.2.61';
    const open = (headers: Record<string, string>) =>
      service.request({ url: '/openapi.json', remoteAddress: network, headers });
    await open(bearer((await keyWith(service, ['questions:read'])).token));
    expect(left(await open({}))).toBe(59);
    expect(left(await open(bearer(newSecret('key'))))).toBe(58);
  });
});

describe('tokens that are not valid', () => {
  it('have a separate limit of 60 a minute, which the rejection names', async () => {
    const remoteAddress = '203.0.113.1';
    const guess = (token: string) => service.request({ url: '/questions', remoteAddress, headers: bearer(token) });
    const first = await guess(newSecret('key'));
    expectProblem(first, 401, 'invalid_token');
    expect(first.headers['ratelimit-policy']).toBe('"token";q=60;w=60');
    expect(left(first)).toBe(59);
    for (const token of ['junk', newSecret('access'), 'x'.repeat(40)])
      expect((await guess(token)).statusCode).toBe(401);
    while ((await guess(newSecret('key'))).statusCode === 401);
    const throttled = await guess(newSecret('key'));
    expect(expectProblem(throttled, 429, 'rate_limited').detail).toMatch(
      /^Too many tokens from this network could not/u,
    );
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0);
    const anonymous = await service.request({ url: '/openapi.json', remoteAddress });
    expect([anonymous.statusCode, left(anonymous)]).toEqual([200, 59]);
  });

  it('do not reach the database if their checksum is wrong', async () => {
    const counted = await startTestService(LIMITED);
    const { access } = counted.deps.db;
    const statements: string[] = [];
    const query = access.query.bind(access);
    access.query = (config) => {
      statements.push(String(config.name));
      return query(config);
    };
    const ask = (token: string) => counted.request({ url: '/questions', headers: bearer(token) });
    const wrong = (kind: 'key' | 'access' | 'client') => `${newSecret(kind).slice(0, -1)}-`;
    const junk = ['junk', wrong('key'), wrong('access'), wrong('client'), newSecret('client'), 'x'.repeat(31)];
    for (const token of junk) expect((await ask(token)).statusCode).toBe(401);
    expect(statements).toEqual([]);
    await ask(newSecret('key'));
    expect(statements).toEqual(['find_credentials']);
  });
});

describe('a network that has sent too many bad tokens', () => {
  const remoteAddress = '203.0.113.2';
  const get = (token: string, from = remoteAddress) =>
    service.request({ url: '/questions', remoteAddress: from, headers: bearer(token) });

  it('does not lock out the owner of a token, there or elsewhere', async () => {
    const { token } = await keyWith(service, ['questions:read']);
    expect((await get(token)).statusCode).toBe(200);
    while ((await get(newSecret('key'))).statusCode !== 429);
    expect((await get(token)).statusCode).toBe(200);
    service.deps.authenticator.recheckAll(); // as if some time had passed, so the token has to be looked up again
    expect((await get(token)).statusCode).toBe(200);
    expect((await get(token, '203.0.113.3')).statusCode).toBe(200);
  });

  it('locks out no valid token that this node has not seen yet, nor the operator', async () => {
    while ((await get(newSecret('key'))).statusCode !== 429);
    for (let number = 0; number < 5; number += 1) {
      expect((await get(await plantKey(service, ['questions:read']))).statusCode).toBe(200);
    }
    service.deps.authenticator.recheckAll(); // as if the service had been restarted
    const reply = await service.request({ url: '/questions', remoteAddress, headers: asOperator });
    expect(reply.statusCode).toBe(200);
  });

  it('locks out no login with the right secret', async () => {
    const client = await clientWith(service, ['questions:read']);
    const login = (client_secret: string) =>
      service.request({
        method: 'POST',
        url: '/oauth/token',
        remoteAddress,
        payload: { grant_type: 'client_credentials', client_id: client.client_id, client_secret },
      });
    while ((await login(newSecret('client'))).statusCode !== 429);
    const reply = await login(client.client_secret);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['ratelimit']).toMatch(/^"default";r=5995;/u);
  });
});

describe('every operation', () => {
  const requests = exampleRequests();

  it.each(requests)('$id states the remaining points', async ({ method, url, payload, open }) => {
    const headers = open ? {} : bearer(await plantKey(service, ['questions:read']));
    const reply = await service.request({
      method,
      url,
      headers,
      payload,
      remoteAddress: '192.0.2.77',
    } as InjectOptions);
    const policy = url.startsWith('/oauth/') ? '"login";q=10;w=900' : '"anonymous";q=60;w=60';
    expect(reply.headers['ratelimit-policy']).toBe(open ? policy : '"default";q=6000;w=60');
    expect(left(reply)).toBeGreaterThan(0);
  });

  // Metrics cost nothing; 429 there means too many bad tokens.
  it.each(requests.filter(({ free, id }) => !free && id !== 'getMetrics'))(
    '$id is rejected for callers without points',
    async (request) => {
      const { method, url, payload, open } = request;
      const headers = open ? {} : bearer(await plantKey(strict, ['questions:read']));
      const remoteAddress = `2001:db8:0:${requests.indexOf(request)}::1`;
      const ask = () => strict.request({ method, url, headers, payload, remoteAddress } as InjectOptions);
      const replies = [await ask(), await ask(), await ask()];
      const rejected = replies.find(({ statusCode }) => statusCode === 429);
      expect(rejected?.headers['retry-after']).toMatch(/^[1-9]\d*$/u);
      expect(left(rejected ?? { headers: {} })).toBe(0);
      expect(rejected?.body).toContain('rate_limited');
    },
  );
});
