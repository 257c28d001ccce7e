import { fastify, type InjectOptions } from 'fastify';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { newSecret } from '../../src/access/secrets.ts';
import { SCOPES, type Scope } from '../../src/domain/tokens/scope.ts';
import { catalogue } from '../../src/errors.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { Pictures } from '../../src/plots/pictures.ts';
import { requireDeclaredAccess } from '../../src/plugins/access/access.ts';
import { StreamHub } from '../../src/routes/events/stream/hub.ts';
import { allRoutes, formRoutes, uploadRoutes } from '../../src/routes/index.ts';
import { startTestService } from '../harness.ts';
import { expectProblem } from '../http/common.ts';
import { bearer } from '../http/credentials.ts';
import { clientWith, keyWith, login, tokenWith } from './credentials.ts';
import { type ExampleRequest, exampleRequests, UNKNOWN_ID } from './example-requests.ts';

/** Tests who may call what, for every operation of openapi.json, so that new routes are covered automatically. */
const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const requests = exampleRequests();
const guarded = requests.filter(({ open }) => !open);
const open = requests.filter(({ open }) => open);

function ask({ method, url, payload }: ExampleRequest, headers: Record<string, string> = {}) {
  return service.request({ method, url, headers, payload } as InjectOptions);
}

const unknown = newSecret('key');
const expired = await keyWith(service, ['questions:read']);
await service.deps.db.writes.query(`update tokens set expires_at = now() - interval '1 hour' where id = $1`, [
  expired.id,
]);
const revoked = await keyWith(service, ['questions:read']);
await service.deps.db.writes.query('update tokens set revoked_at = now() where id = $1', [revoked.id]);
const expiredAccess = await login(service, await clientWith(service, [...SCOPES]));
await service.deps.db.writes.query(`update access_tokens set expires_at = now() - interval '1 hour'`);
const byScopes = new Map<string, Promise<string>>();

function tokenOf(scopes: readonly Scope[]): Promise<string> {
  const key = scopes.join(' ');
  const token = byScopes.get(key) ?? tokenWith(service, scopes);
  byScopes.set(key, token);
  return token;
}

describe.each(guarded)('$id', (operation) => {
  const { anyOf } = operation;

  it('asks for a missing token', async () => {
    const reply = await ask(operation);
    expectProblem(reply, 401, 'authentication_required');
    expect(reply.headers['www-authenticate']).toMatch(/^Bearer realm="quaestor", resource_metadata="http/u);
  });

  it.runIf(operation.method === 'GET')('asks for a missing token on HEAD, too', async () => {
    expect((await service.request({ method: 'HEAD', url: operation.url })).statusCode).toBe(401);
  });

  it.each([
    ['malformed', 'Bearer'],
    ['malformed', 'Bearer '],
    ['malformed', 'Bearer nonsense'],
    ['malformed', `Bearer ${unknown.slice(0, -1)}`],
    ['of another scheme', `Basic ${Buffer.from('a:b').toString('base64')}`],
    ['of another scheme', unknown],
    ['unknown', `Bearer ${unknown}`],
    ['unknown', `Bearer ${newSecret('access')}`],
    ['expired', `Bearer ${expired.token}`],
    ['expired', `Bearer ${expiredAccess}`],
    ['revoked', `Bearer ${revoked.token}`],
  ])('rejects a token that is %s: %s', async (_kind, authorization) => {
    const reply = await ask(operation, { authorization });
    const problem = expectProblem(reply, 401, 'invalid_token');
    expect(reply.headers['www-authenticate']).toContain('error="invalid_token"');
    // The same words for all tokens, so that nobody learns which ones once existed. A header without a token gets an
    // explanation of its form.
    const told = /^Bearer \S/u.test(authorization)
      ? catalogue.invalid_token.cause
      : 'Send `Authorization: Bearer <token>`';
    expect(problem.detail).toContain(told);
  });

  it.runIf(operation.peopleOnly)('is for people who are signed in, and rejects tokens', async () => {
    const reply = await ask(operation, bearer(await tokenOf(['events:read'])));
    expectProblem(reply, 403, 'session_required');
  });

  it.runIf(anyOf.length > 0)('rejects a token with every scope but the right one, and names it', async () => {
    const token = await tokenOf(SCOPES.filter((scope) => !anyOf.includes(scope)));
    const reply = await ask(operation, bearer(token));
    const problem = expectProblem(reply, 403, 'insufficient_scope');
    for (const scope of anyOf) expect(problem.detail).toContain(scope);
    expect(reply.headers['www-authenticate']).toContain(`scope="${anyOf.join(' ')}"`);
  });

  it.skipIf(operation.peopleOnly).each(anyOf.length > 0 ? anyOf : (['events:read'] as const))(
    'accepts a token with %s',
    async (scope) => {
      const reply = await ask(operation, bearer(await tokenOf([scope])));
      expect([401, 403]).not.toContain(reply.statusCode);
      expect(reply.statusCode).toBeLessThan(500);
    },
  );
});

/** The statuses if something other than a token is missing: a login, a signature, a passkey or a provider. */
function statusesWithout(url: string): number[] {
  if (url.startsWith('/session/openid')) return [404];
  return /^\/(?:oauth\/|pictures\/|session$|session\/passkey$)/u.test(url) ? [400, 401] : [200];
}

describe('operations open to all', () => {
  it('are exactly those of the contract', () => {
    const signIn = 'session(?:/options|/passkey|/passkey/options|/openid|/openid/callback)?';
    const paths = new RegExp(
      `^/(?:oauth/\\w+|\\.well-known/[\\w-]+|problems/\\w+|pictures/[\\w./-]+|healthz|readyz|${signIn})?$`,
      'u',
    );
    expect(open.map(({ url }) => url).filter((url) => !paths.test(url))).toEqual([]);
    expect(open.length).toBeGreaterThan(0);
  });

  it.each(open)('$id ignores the header', async (operation) => {
    for (const authorization of ['', 'Bearer nonsense', `Bearer ${revoked.token}`]) {
      const { statusCode } = await ask(operation, { authorization });
      expect(statusesWithout(operation.url)).toContain(statusCode);
    }
  });
});

describe('routes', () => {
  it('are all in openapi.json, so that none is forgotten above', () => {
    const { deps } = service;
    const streams = new StreamHub({ ...deps, metrics: createMetrics(deps.db, 'task') }, service.app.log);
    const routes = [...allRoutes(deps, new Pictures(), streams), ...formRoutes(deps), ...uploadRoutes(deps)];
    const documented = routes.map(({ schema }) => (schema?.hide === true ? 'hidden' : schema?.operationId));
    expect(documented.toSorted()).toEqual(requests.map(({ id }) => id).toSorted());
  });

  it.each(['/secrets', '/docs/secrets', '*'])('without declared access prevent the service from starting', (url) => {
    const app = fastify();
    requireDeclaredAccess(app);
    expect(() => app.get(url, async () => 'told')).toThrow(`GET ${url} does not declare who may call it`);
  });

  it('of a plugin get their access from its loader, which affects no other routes', async () => {
    const app = fastify();
    const loadOpen = requireDeclaredAccess(app);
    const configs: unknown[] = [];
    app.addHook('onRoute', ({ config }) => void configs.push(config));
    await loadOpen(() =>
      app.register(async (scope) => void scope.get('/page', { exposeHeadRoute: false }, () => 'told')),
    );
    expect(configs).toEqual([{ access: { open: true }, cost: 0 }]);
    expect(() => app.get('/page/secrets', async () => 'told')).toThrow('does not declare who may call it');
  });
});

it('says when to retry if a token cannot be looked up in time', async () => {
  const slow = await startTestService({ ANONYMOUS_SCOPES: '', READ_TIMEOUT_MS: '100' });
  const { token } = await keyWith(slow, ['questions:read']);
  const holder = new pg.Client({ connectionString: slow.databaseUrl });
  await holder.connect();
  await holder.query('begin; lock table tokens in access exclusive mode');
  const reply = await slow.request({ url: '/categories', headers: bearer(token) });
  await holder.end();
  expectProblem(reply, 503, 'service_unavailable');
  expect(reply.headers['retry-after']).toBe('1');
  expect((await slow.request({ url: '/categories', headers: bearer(token) })).statusCode).toBe(200);
});

describe('pages of another origin', () => {
  it('may send a preflight, and can read why they are rejected', async () => {
    const origin = 'https://quiz.example';
    const bank = await startTestService({ ANONYMOUS_SCOPES: '', RATE_LIMIT: 'true', CORS_ORIGINS: origin });
    for (let round = 0; round < 100; round += 1) {
      const headers = {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      };
      expect((await bank.request({ method: 'OPTIONS', url: '/questions', headers })).statusCode).toBe(204);
    }
    const rejected = await bank.request({ url: '/questions', headers: { origin } });
    expectProblem(rejected, 401, 'authentication_required');
    expect(rejected.headers['access-control-allow-origin']).toBe(origin);
    expect(rejected.headers['access-control-expose-headers']).toContain('WWW-Authenticate');
  });
});

describe('callers without a token', () => {
  it('have exactly the scopes that the operator grants', async () => {
    const generous = await startTestService({ ANONYMOUS_SCOPES: 'questions:play' });
    expect((await generous.request({ url: '/questions' })).statusCode).toBe(200);
    expectProblem(await generous.request({ url: `/questions/${UNKNOWN_ID}/versions` }), 401, 'authentication_required');
    expectProblem(await generous.request({ url: '/tokens/current' }), 401, 'authentication_required');
  });

  it('share no scopes with callers whose token is invalid', async () => {
    const generous = await startTestService({ ANONYMOUS_SCOPES: 'questions:read' });
    expectProblem(await generous.request({ url: '/questions', headers: bearer(unknown) }), 401, 'invalid_token');
  });
});
