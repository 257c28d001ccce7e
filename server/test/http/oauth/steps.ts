import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { expect, it } from 'vitest';
import { startTestService, type TestService } from '../../harness.ts';
import { expectProblem, loseDatabase } from '../common.ts';
import { basic, createClient, type Headers, type NewOauthClient, oauthRequest, UNKNOWN_ID } from '../credentials.ts';

/** Tests shared by the three endpoints. */

export const UNKNOWN_SECRET = `qcs_${'x'.repeat(36)}`;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Errors have the form of RFC 6749, 5.2, and are not cacheable. */
export function expectOauthError(reply: LightMyRequestResponse, status: number, error: string): void {
  expect({ status: reply.statusCode, ...reply.json<object>() }).toMatchObject({ status, error });
  expect(reply.json()).toHaveProperty('error_description', expect.any(String));
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(reply.headers['cache-control']).toBe('no-store');
}

export function formRequest(
  endpoint: string,
  parameters: string | Record<string, string>,
  headers: Headers = {},
): InjectOptions {
  const payload = String(new URLSearchParams(parameters));
  return { method: 'POST', url: `/oauth/${endpoint}`, headers: { ...FORM, ...headers }, payload };
}

export function rejectsBadRequests(service: TestService, endpoint: string, parameters: Record<string, string>): void {
  it.each([
    ['text', { headers: { 'content-type': 'text/plain' }, payload: 'token=x' }],
    ['a body without a type', { payload: Buffer.from('token=x') }],
    ['something that is not JSON', { headers: { 'content-type': 'application/json' }, payload: '{' }],
    ['a list', { payload: [] }],
    ['null', { headers: { 'content-type': 'application/json' }, payload: 'null' }],
    ['no body', {}],
    ['an empty form', { headers: FORM, payload: '' }],
    ['a body over 64 KiB', { payload: { filler: 'x'.repeat(64 * 1024) } }],
  ])('rejects %s', async (_name, request) => {
    const reply = await service.request({ method: 'POST', url: `/oauth/${endpoint}`, ...request });
    expectOauthError(reply, 400, 'invalid_request');
  });

  it('rejects a caller who does not identify a client', async () => {
    const reply = await service.request(formRequest(endpoint, parameters));
    expectOauthError(reply, 400, 'invalid_request');
  });

  it('rejects a parameter given twice, in a form or as a list', async () => {
    const client = await createClient(service);
    const headers = basic(client.client_id, client.client_secret);
    for (const name of Object.keys(parameters)) {
      const twice = [...Object.entries(parameters), [name, 'again']].map((pair) => pair.join('=')).join('&');
      expectOauthError(await service.request(formRequest(endpoint, twice, headers)), 400, 'invalid_request');
      const list = oauthRequest(endpoint, client, { ...parameters, [name]: [parameters[name]] });
      expectOauthError(await service.request(list), 400, 'invalid_request');
    }
  });

  it('rejects a client that authenticates in two ways at once, or as two', async () => {
    const [client, other] = [await createClient(service), await createClient(service)];
    const headers = basic(client.client_id, client.client_secret);
    const both = { ...oauthRequest(endpoint, client, parameters), headers };
    expectOauthError(await service.request(both), 400, 'invalid_request');
    const two = formRequest(endpoint, { ...parameters, client_id: other.client_id }, headers);
    expectOauthError(await service.request(two), 400, 'invalid_request');
  });

  it.each(['Basic !!!', 'Basic ', `Basic ${btoa('no colon')}`, `Basic ${btoa('%zz:x')}`, 'Bearer x'])(
    'rejects the malformed header "%s"',
    async (authorization) => {
      const reply = await service.request(formRequest(endpoint, parameters, { authorization }));
      expectOauthError(reply, 400, 'invalid_request');
    },
  );

  it('rejects a query string, since secrets do not belong in addresses', async () => {
    const client = await createClient(service);
    const reply = await service.request({ ...oauthRequest(endpoint, client, parameters), query: { scope: 'x' } });
    expectOauthError(reply, 400, 'invalid_request');
  });
}

export function rejectsBadClients(service: TestService, endpoint: string, parameters: object): void {
  const wrongLogins = ({ client_id, client_secret }: NewOauthClient) => [
    { client_id, client_secret: UNKNOWN_SECRET },
    { client_id, client_secret: client_secret.slice(0, -1) },
    { client_id: UNKNOWN_ID, client_secret },
    { client_id: 'nobody', client_secret },
    { client_id: 'a"b', client_secret: '~ %' },
  ];

  it('replies to unknown clients and wrong secrets with identical bytes', async () => {
    const client = await createClient(service);
    const bodies = new Set<string>();
    for (const login of wrongLogins(client)) {
      const reply = await service.request(oauthRequest(endpoint, login, parameters));
      expectOauthError(reply, 401, 'invalid_client');
      expect(reply.headers['www-authenticate']).toBeUndefined();
      bodies.add(reply.body);
    }
    expect([...bodies]).toHaveLength(1);
  });

  it('also sends WWW-Authenticate if Basic was used, again the same for all', async () => {
    const client = await createClient(service);
    const replies = new Set<string>();
    for (const { client_id, client_secret } of wrongLogins(client)) {
      const headers = basic(encodeURIComponent(client_id), encodeURIComponent(client_secret));
      const reply = await service.request(formRequest(endpoint, { ...parameters }, headers));
      expectOauthError(reply, 401, 'invalid_client');
      expect(reply.headers['www-authenticate']).toMatch(/^Basic realm="[^"]+", error="invalid_client"/u);
      replies.add(JSON.stringify([reply.headers['www-authenticate'], reply.body]));
    }
    expect([...replies]).toHaveLength(1);
  });

  it('handles any client name, and keeps a secret sent as a name out of the audit log', async () => {
    const { client_secret } = await createClient(service);
    for (const name of ['a\u0000b', '%00', '%', '\u{1f600}'.repeat(100), ' ', '__proto__']) {
      for (const spelling of [name, encodeURIComponent(name)]) {
        const reply = await service.request(formRequest(endpoint, { ...parameters }, basic(spelling, 'x')));
        expect(reply.statusCode).toBeOneOf([400, 401]);
      }
      const reply = await service.request(oauthRequest(endpoint, { client_id: name, client_secret: 'x' }, parameters));
      expect(reply.statusCode).toBeOneOf([400, 401]);
    }
    const swapped = oauthRequest(endpoint, { client_id: client_secret, client_secret: 'x' }, parameters);
    const remoteAddress = '192.0.2.99'; // a separate network, with its own entry
    expectOauthError(await service.request({ ...swapped, remoteAddress }), 401, 'invalid_client');
    const { rows } = await service.deps.db.reads.query<{ target: string }>(
      `select target from audit_log where action = 'login.failed' order by sequence desc limit 1`,
    );
    expect(rows).toEqual([{ target: 'client:qcs_…' }]);
  });
}

export function limitsFailedLogins(endpoint: string, parameters: object): void {
  const limited = {
    RATE_LIMIT: 'true',
    LIMIT_POINTS: '1000000',
    LIMIT_POINTS_ANONYMOUS: '1000000',
    LOGIN_FAILURES: '3',
    LOGIN_FAILURES_ADDRESS: '5',
  };

  it('throttles a network that failed too often with a client, and still accepts the right secret', async () => {
    const service = await startTestService(limited);
    const client = await createClient(service);
    const { client_id } = client;
    const right = oauthRequest(endpoint, client, parameters);
    const wrong = oauthRequest(endpoint, { client_id, client_secret: UNKNOWN_SECRET }, parameters);
    const otherSpelling = oauthRequest(
      endpoint,
      { client_id: client_id.toUpperCase(), client_secret: 'x' },
      parameters,
    );
    const escaped = formRequest(endpoint, { ...parameters }, basic(client_id.replaceAll('-', '%2d'), 'x'));
    for (const request of [wrong, otherSpelling, escaped]) {
      expectOauthError(await service.request(request), 401, 'invalid_client');
    }
    const rejected = await service.request(wrong);
    expectOauthError(rejected, 429, 'rate_limited');
    expect(rejected.json()).toMatchObject({
      error_description: expect.stringMatching(/^Too many logins of this client/u),
    });
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect((await service.request(right)).statusCode).toBe(200);
    expect((await service.request({ ...wrong, remoteAddress: '192.0.2.7' })).statusCode).toBe(401);
  });

  it('throttles a network that tried many clients, and still accepts the right secret', {
    tags: ['heavy'],
  }, async () => {
    const service = await startTestService(limited);
    const right = oauthRequest(endpoint, await createClient(service), parameters);
    const from = { remoteAddress: '2001:db8::1' };
    for (let number = 0; number < 5; number += 1) {
      const login = { client_id: `guess-${number}`, client_secret: 'x' };
      expectOauthError(
        await service.request({ ...oauthRequest(endpoint, login, parameters), ...from }),
        401,
        'invalid_client',
      );
    }
    const wrong = oauthRequest(endpoint, { client_id: 'guess-6', client_secret: 'x' }, parameters);
    for (const remoteAddress of ['2001:db8::1', '2001:db8::ffff:2']) {
      const rejected = await service.request({ ...wrong, remoteAddress });
      expectOauthError(rejected, 429, 'rate_limited');
      expect(rejected.json()).toMatchObject({
        error_description: expect.stringMatching(/^Too many logins from this/u),
      });
    }
    expect((await service.request({ ...right, ...from })).statusCode).toBe(200);
    expect((await service.request({ ...wrong, remoteAddress: '2001:db8:0:1::1' })).statusCode).toBe(401);
  });

  it('does not count successes as failures', async () => {
    const service = await startTestService(limited);
    const right = oauthRequest(endpoint, await createClient(service), parameters);
    for (let number = 0; number < 8; number += 1) expect((await service.request(right)).statusCode).toBe(200);
  });

  it('reports in an OAuth error that the client has used up its points, though its network has not', async () => {
    const service = await startTestService({ RATE_LIMIT: 'true', LIMIT_POINTS: '12', LIMIT_POINTS_ANONYMOUS: '1' });
    const right = oauthRequest(endpoint, await createClient(service), parameters);
    expect((await service.request(right)).statusCode).toBe(200);
    expect((await service.request(right)).statusCode).toBe(200);
    expectOauthError(await service.request(right), 429, 'rate_limited');
  });
}

export function rejectsOauthWithoutDatabase(endpoint: string, parameters: object): void {
  it('reports when to retry while the database is unavailable', async () => {
    const service = await startTestService();
    const client = await createClient(service);
    await loseDatabase(service);
    const reply = await service.request(oauthRequest(endpoint, client, parameters));
    expectOauthError(reply, 503, 'temporarily_unavailable');
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
  });
}

/** The points of callers without a token, for public addresses. */
export function limitsCallers(request: InjectOptions): void {
  it('rejects only a network that has used up its points', async () => {
    const service = await startTestService({ RATE_LIMIT: 'true', LIMIT_POINTS_ANONYMOUS: '2' });
    expect((await service.request(request)).statusCode).toBe(200);
    expect((await service.request(request)).statusCode).toBe(200);
    const rejected = await service.request(request);
    expectProblem(rejected, 429, 'rate_limited');
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect((await service.request({ ...request, remoteAddress: '192.0.2.7' })).statusCode).toBe(200);
  });
}
