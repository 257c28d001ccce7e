import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { newSecret } from '../../src/secrets.ts';
import { draft, startTestService, type TestService } from '../harness.ts';
import { expectProblem } from '../http/common.ts';
import { bearer } from '../http/credentials.ts';
import { keyWith, plantKey } from './credentials.ts';
import { exampleRequests } from './example-requests.ts';

const LIMITED = { ANONYMOUS_SCOPES: '', RATE_LIMIT: 'true' };
const service = await startTestService(LIMITED);
const strict = await startTestService({ ...LIMITED, LIMIT_POINTS: '2', LIMIT_POINTS_ANONYMOUS: '2' });

/** What the headers say is left. */
function left(answer: { headers: Record<string, unknown> }): number {
  return Number(/^"\w+";r=(?<left>\d+);t=\d+$/u.exec(String(answer.headers['ratelimit']))?.groups?.['left']);
}

/** What a request took from a quota of 6,000, as the difference to the one before tells. */
async function costOf(of: TestService, headers: Record<string, string>, request: InjectOptions): Promise<number> {
  const before = left(await of.request({ url: '/tokens/current', headers }));
  const answer = await of.request({ ...request, headers: { ...request.headers, ...headers } });
  expect(answer.statusCode, answer.body).toBeLessThan(300);
  return before - left(answer);
}

const ALL = ['questions:read', 'questions:write', 'questions:delete'] as const;

describe('points', () => {
  it('are counted for each principal, 6,000 a minute, and told with every answer', async () => {
    const [first, second] = [await keyWith(service, ALL), await keyWith(service, ALL)];
    const answer = await service.request({ url: '/questions', headers: bearer(first.token) });
    expect(answer.headers).toMatchObject({
      'ratelimit-policy': '"default";q=6000;w=60',
      ratelimit: '"default";r=5999;t=60',
    });
    expect(left(await service.request({ url: '/questions', headers: bearer(first.token) }))).toBe(5998);
    expect(left(await service.request({ url: '/questions', headers: bearer(second.token) }))).toBe(5999);
  });

  it('are one for a read, two for a search, five for a write, and for a bulk one more for each twenty', async () => {
    const headers = bearer((await keyWith(service, ALL)).token);
    const drafts = (count: number) => ({
      method: 'POST' as const,
      url: '/questions',
      payload: Array.from({ length: count }, () => draft()),
    });
    const cost = (request: InjectOptions) => costOf(service, headers, request);
    expect(await cost({ url: '/questions' })).toBe(1);
    expect(await cost({ url: '/questions?q=planet' })).toBe(2);
    expect(await cost({ url: '/questions/facets' })).toBe(1);
    expect(await cost({ method: 'POST', url: '/questions', payload: draft() })).toBe(5);
    expect(await cost({ method: 'POST', url: '/draws', payload: {} })).toBe(5);
    expect(await cost(drafts(1))).toBe(6);
    expect(await cost(drafts(20))).toBe(6);
    expect(await cost(drafts(21))).toBe(7);
    expect(await cost(drafts(1000))).toBe(55);
  });

  it('are ten for an analysis and one more for each hundred questions named, or fifty for a filter', async () => {
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
    expect(await costOf(service, headers, { url: '/analysis/types' })).toBe(1);
  });

  it('are as many for what questions are compared with', async () => {
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
    const refused = await service.request({ ...run('set_comparison', { other: null }), headers });
    expectProblem(refused, 400, 'validation_error');
  });

  it('are taken for what is refused, too', async () => {
    const headers = bearer((await keyWith(service, ['questions:read'])).token);
    const before = left(await service.request({ url: '/questions', headers }));
    const refused = await service.request({ method: 'POST', url: '/questions', headers, payload: draft() });
    expectProblem(refused, 403, 'insufficient_scope');
    expect(before - left(refused)).toBe(5);
  });

  it('come back when their time is over', async () => {
    const brisk = await startTestService({ ...LIMITED, LIMIT_POINTS: '3', LIMIT_SECONDS: '2' });
    const headers = bearer(await plantKey(brisk, ['questions:read']));
    const statuses = async () => (await brisk.request({ url: '/questions', headers })).statusCode;
    for (let round = 0; round < 3; round += 1) expect(await statuses()).toBe(200);
    const refused = await brisk.request({ url: '/questions', headers });
    expectProblem(refused, 429, 'rate_limited');
    expect(refused.headers['retry-after']).toMatch(/^[12]$/u);
    await expect.poll(statuses, { timeout: 5000, interval: 100 }).toBe(200);
  });

  it('are not counted where the operator has switched limits off', async () => {
    const free = await startTestService();
    const { headers } = await free.request({ url: '/questions' });
    expect(headers['ratelimit']).toBeUndefined();
    expect(headers['ratelimit-policy']).toBeUndefined();
  });
});

describe('callers without a token', () => {
  const ask = (remoteAddress: string) => service.request({ url: '/openapi.json', remoteAddress });

  it('share 60 points a minute with their network', async () => {
    const answer = await ask('192.0.2.1');
    expect(answer.headers).toMatchObject({
      'ratelimit-policy': '"anonymous";q=60;w=60',
      ratelimit: '"anonymous";r=59;t=60',
    });
    expect(left(await ask('192.0.2.1'))).toBe(58);
    expect(left(await ask('192.0.2.2'))).toBe(59);
  });

  it('are one network when their IPv6 addresses begin with the same 64 bits', async () => {
    expect(left(await ask('2001:db8:1:2::1'))).toBe(59);
    expect(left(await ask('2001:db8:1:2:ffff:ffff:ffff:ffff'))).toBe(58);
    expect(left(await ask('2001:db8:1:3::1'))).toBe(59);
    expect(left(await ask('::ffff:192.0.2.3'))).toBe(59);
    expect(left(await ask('192.0.2.3'))).toBe(58);
  });

  it('are told apart by the address that a trusted proxy saw, and not by what they say themselves', async () => {
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

  it('are not believed what they say where no proxy is trusted', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.3' };
    expect(left(await service.request({ url: '/openapi.json', remoteAddress: '203.0.113.9', headers }))).toBe(59);
    expect(left(await ask('203.0.113.9'))).toBe(58);
  });

  it('may read the pages of the reference as often as they like', async () => {
    const page = () => service.request({ url: '/docs/static/swagger-ui.css', remoteAddress: '192.0.2.50' });
    for (let look = 0; look < 100; look += 1) expect((await page()).statusCode).toBe(200);
    expect(left(await page())).toBe(60);
  });

  it('who try tokens pay 20 points for each that is not valid', async () => {
    const guess = () =>
      service.request({ url: '/questions', remoteAddress: '203.0.113.1', headers: bearer(newSecret('key')) });
    expect([left(await guess()), left(await guess()), left(await guess())]).toEqual([40, 20, 0]);
    const throttled = await guess();
    expectProblem(throttled, 429, 'rate_limited');
    expect(Number(throttled.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a network that has used up its points by guessing', () => {
  const remoteAddress = '203.0.113.2';
  const get = (token: string, from = remoteAddress) =>
    service.request({ url: '/questions', remoteAddress: from, headers: bearer(token) });

  it('does not lock out the owner of a token, there or elsewhere', async () => {
    const { token } = await keyWith(service, ['questions:read']);
    expect((await get(token)).statusCode).toBe(200);
    while ((await get(newSecret('key'))).statusCode !== 429);
    expect((await get(token)).statusCode).toBe(200);
    service.deps.authenticator.recheckAll(); // as after a while: it has to be asked for again
    expect((await get(token)).statusCode).toBe(200);
    expect((await get(token, '203.0.113.3')).statusCode).toBe(200);
  });

  it('learns nothing by going on: a token that this node has not seen valid is not even looked up', async () => {
    const { token } = await keyWith(service, ['questions:read']);
    while ((await get(newSecret('key'))).statusCode !== 429);
    expectProblem(await get(token), 429, 'rate_limited');
    expect((await get(token, '203.0.113.4')).statusCode).toBe(200);
  });
});

describe('every operation', () => {
  const requests = exampleRequests();

  it.each(requests)('$id tells what is left', async ({ method, url, payload, open }) => {
    const headers = open ? {} : bearer(await plantKey(service, ['questions:read']));
    const answer = await service.request({
      method,
      url,
      headers,
      payload,
      remoteAddress: '192.0.2.77',
    } as InjectOptions);
    expect(answer.headers['ratelimit-policy']).toBe(open ? '"anonymous";q=60;w=60' : '"default";q=6000;w=60');
    expect(left(answer)).toBeGreaterThan(0);
  });

  it.each(requests.filter(({ free }) => !free))(
    '$id is refused to whoever has used up their points',
    async (request) => {
      const { method, url, payload, open } = request;
      const headers = open ? {} : bearer(await plantKey(strict, ['questions:read']));
      const remoteAddress = `2001:db8:0:${requests.indexOf(request)}::1`;
      const ask = () => strict.request({ method, url, headers, payload, remoteAddress } as InjectOptions);
      const answers = [await ask(), await ask(), await ask()];
      const refused = answers.find(({ statusCode }) => statusCode === 429);
      expect(refused?.headers['retry-after']).toMatch(/^[1-9]\d*$/u);
      expect(left(refused ?? { headers: {} })).toBe(0);
      expect(refused?.body).toContain('rate_limited');
    },
  );
});
