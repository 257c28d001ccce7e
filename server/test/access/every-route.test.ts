import { fastify, type InjectOptions } from 'fastify';
import pg from 'pg';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { SCOPES, type Scope } from '../../src/domain/scope.ts';
import { Pictures } from '../../src/plots/pictures.ts';
import { controlAccess } from '../../src/plugins/access.ts';
import { allRoutes, formRoutes } from '../../src/routes/index.ts';
import { newSecret } from '../../src/secrets.ts';
import { startTestService } from '../harness.ts';
import { expectProblem } from '../http/common.ts';
import { bearer } from '../http/credentials.ts';
import { clientWith, keyWith, login, tokenWith } from './credentials.ts';
import { type ExampleRequest, exampleRequests, UNKNOWN_ID } from './example-requests.ts';

/** Who may call what, for every operation of openapi.json: a route that is added is tested here without a line more. */
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

  it('asks for a token where there is none', async () => {
    const answer = await ask(operation);
    expectProblem(answer, 401, 'authentication_required');
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer realm="quaestor", resource_metadata="http/u);
  });

  it.runIf(operation.method === 'GET')('asks for one for HEAD as well', async () => {
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
  ])('refuses a token that is %s: %s', async (_kind, authorization) => {
    const answer = await ask(operation, { authorization });
    const problem = expectProblem(answer, 401, 'invalid_token');
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
    // The same words for all of them: nobody learns which tokens there once were.
    expect(problem.detail).toBe('The token is malformed, unknown, expired or revoked; which of these is not told.');
  });

  it.runIf(anyOf.length > 0)('refuses a token with every scope but the right one, and names it', async () => {
    const token = await tokenOf(SCOPES.filter((scope) => !anyOf.includes(scope)));
    const answer = await ask(operation, bearer(token));
    const problem = expectProblem(answer, 403, 'insufficient_scope');
    for (const scope of anyOf) expect(problem.detail).toContain(scope);
    expect(answer.headers['www-authenticate']).toContain(`scope="${anyOf.join(' ')}"`);
  });

  it.each(anyOf.length > 0 ? anyOf : (['events:read'] as const))('lets a token with %s pass', async (scope) => {
    const answer = await ask(operation, bearer(await tokenOf([scope])));
    expect([401, 403]).not.toContain(answer.statusCode);
    expect(answer.statusCode).toBeLessThan(500);
  });
});

describe('operations open to all', () => {
  it('are those of the contract and no others', () => {
    const paths = /^\/(?:oauth\/\w+|\.well-known\/[\w-]+|problems\/\w+|healthz|readyz)$/u;
    expect(open.map(({ url }) => url).filter((url) => !paths.test(url))).toEqual([]);
    expect(open.length).toBeGreaterThan(0);
  });

  it.each(open)('$id does not mind what stands in the header', async (operation) => {
    for (const authorization of ['', 'Bearer nonsense', `Bearer ${revoked.token}`]) {
      const { statusCode } = await ask(operation, { authorization });
      expect(operation.url.startsWith('/oauth/') ? [400, 401] : [200]).toContain(statusCode);
    }
  });
});

describe('routes', () => {
  it('are all in openapi.json, so that none is forgotten above', () => {
    const routes = [...allRoutes(service.deps, new Registry(), new Pictures()), ...formRoutes(service.deps)];
    const documented = routes.map(({ schema }) => (schema?.hide === true ? 'hidden' : schema?.operationId));
    expect(documented.toSorted()).toEqual(requests.map(({ id }) => id).toSorted());
  });

  it('that do not say who may call them keep the service from starting', () => {
    const app = fastify();
    controlAccess(app, service.deps);
    expect(() => app.get('/secrets', async () => 'told')).toThrow('GET /secrets does not declare who may call it');
  });
});

it('says when to come back where a token cannot be looked up in time', async () => {
  const slow = await startTestService({ ANONYMOUS_SCOPES: '', READ_TIMEOUT_MS: '100' });
  const { token } = await keyWith(slow, ['questions:read']);
  const holder = new pg.Client({ connectionString: slow.databaseUrl });
  await holder.connect();
  await holder.query('begin; lock table tokens in access exclusive mode');
  const answer = await slow.request({ url: '/categories', headers: bearer(token) });
  await holder.end();
  expectProblem(answer, 503, 'service_unavailable');
  expect(answer.headers['retry-after']).toBe('1');
  expect((await slow.request({ url: '/categories', headers: bearer(token) })).statusCode).toBe(200);
});

describe('pages of another origin', () => {
  it('may ask before they send a token, and can read why they are refused', async () => {
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
    const refused = await bank.request({ url: '/questions', headers: { origin } });
    expectProblem(refused, 401, 'authentication_required');
    expect(refused.headers['access-control-allow-origin']).toBe(origin);
    expect(refused.headers['access-control-expose-headers']).toContain('WWW-Authenticate');
  });
});

describe('callers without a token', () => {
  it('have the scopes that the operator grants, and no others', async () => {
    const generous = await startTestService({ ANONYMOUS_SCOPES: 'questions:play' });
    expect((await generous.request({ url: '/questions' })).statusCode).toBe(200);
    expectProblem(await generous.request({ url: `/questions/${UNKNOWN_ID}/versions` }), 401, 'authentication_required');
    expectProblem(await generous.request({ url: '/tokens/current' }), 401, 'authentication_required');
  });

  it('do not fall back to them when their token is not valid', async () => {
    const generous = await startTestService({ ANONYMOUS_SCOPES: 'questions:read' });
    expectProblem(await generous.request({ url: '/questions', headers: bearer(unknown) }), 401, 'invalid_token');
  });
});
