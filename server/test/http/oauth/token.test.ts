import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import { expectProblem, getBody } from '../common.ts';
import {
  type AccessToken,
  at,
  auditOf,
  basic,
  bearer,
  createClient,
  createKey,
  expectNowhereStored,
  getAccessToken,
  KEY_SCOPES,
  oauthRequest,
  secondsAfter,
  statusFor,
} from '../credentials.ts';
import {
  expectOauthError,
  formRequest,
  limitsFailedLogins,
  rejectsBadClients,
  rejectsBadRequests,
  rejectsOauthWithoutDatabase,
} from './steps.ts';

const service = await startTestService();
const grant = { grant_type: 'client_credentials' };
const scopes = ['questions:read', 'events:read', 'tokens:manage'];
const client = await createClient(service, { name: 'robot', scopes });
const login = basic(client.client_id, client.client_secret);

describe('200', () => {
  it.each([
    ['a form with the client by Basic', formRequest('token', grant, login)],
    ['a form with the client in it', formRequest('token', { ...grant, ...pick() })],
    ['JSON with the client by Basic', { ...oauthRequest('token', client, {}), headers: login, payload: grant }],
    ['JSON with the client in it', oauthRequest('token', client, grant)],
    ['the same under /v1', { ...oauthRequest('token', client, grant), url: '/v1/oauth/token' }],
    [
      'Basic with escapes',
      formRequest('token', grant, basic(client.client_id.replaceAll('-', '%2D'), client.client_secret)),
    ],
    ['the id in upper case', oauthRequest('token', { ...client, client_id: client.client_id.toUpperCase() }, grant)],
    ['irrelevant parameters', oauthRequest('token', client, { ...grant, resource: 'https://a.example', x: 1 })],
  ])('accepts %s and grants all scopes of the client if none are requested', async (_name, request) => {
    const reply = await service.request(request);
    expect(reply.statusCode, reply.body).toBe(200);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    const token = reply.json<AccessToken>();
    expect(token).toEqual({
      access_token: expect.stringMatching(/^qat_[0-9A-Za-z]{36}$/u),
      token_type: 'Bearer',
      expires_in: 3600,
      scope: scopes.join(' '),
    });
    const current = await getBody<{ scopes: string[] }>(service, '/tokens/current', bearer(token.access_token));
    expect(current.scopes.toSorted()).toEqual(scopes.toSorted());
  });

  it.each([
    ['one', 'events:read', ['events:read']],
    ['two, in any order', 'tokens:manage questions:read', ['questions:read', 'tokens:manage']],
    ['one, named twice', 'events:read events:read', ['events:read']],
    ['only spaces', '  ', scopes],
    ['an empty string', '', scopes],
  ])('grants exactly the requested scopes: %s', async (_name, scope, expected) => {
    const token = await getAccessToken(service, client, scope);
    expect(token.scope.split(' ').toSorted()).toEqual(expected.toSorted());
    const current = await getBody<{ scopes: string[] }>(service, '/tokens/current', bearer(token.access_token));
    expect(current.scopes.toSorted()).toEqual(expected.toSorted());
  });

  it('restricts a token to its own scopes, even if the client has more', async () => {
    const { access_token } = await getAccessToken(service, client, 'questions:read');
    expectProblem(await service.request({ url: '/tokens', headers: bearer(access_token) }), 403, 'insufficient_scope');
    const { access_token: all } = await getAccessToken(service, client);
    expect(await statusFor(service, all, '/tokens')).toBe(200);
  });

  it('issues a new token each time, and each is valid', async () => {
    const tokens = await Promise.all([1, 2, 3].map(async () => (await getAccessToken(service, client)).access_token));
    expect(new Set(tokens).size).toBe(3);
    for (const token of tokens) expect(await statusFor(service, token)).toBe(200);
  });

  it('issues a token for the configured lifetime', async () => {
    const other = await startTestService({ ACCESS_TOKEN_SECONDS: '120' });
    const issued = new Date();
    const { access_token, expires_in } = await getAccessToken(other, await createClient(other));
    expect(expires_in).toBe(120);
    expect(await statusFor(other, access_token)).toBe(200);
    expect(await at(other, secondsAfter(issued, 118), () => statusFor(other, access_token))).toBe(200);
    other.clock.now = secondsAfter(new Date(), 120);
    expect(await statusFor(other, access_token)).toBe(401); // despite cached validation
  });

  it('stores neither the token nor the secret of the client', async () => {
    const { access_token } = await getAccessToken(service, client);
    await expectNowhereStored(service, [access_token, client.client_secret]);
  });

  it('records in the audit log who logged in, with the request id', async () => {
    const other = await createClient(service);
    const request = oauthRequest('token', other, grant);
    await service.request({ ...request, headers: { 'x-request-id': 'logging-in' } });
    const target = `client:${other.client_id}`;
    expect((await auditOf(service, target)).at(-1)).toMatchObject({
      action: 'login.succeeded',
      actor: target,
      request_id: 'logging-in',
    });
  });
});

function pick(): Record<string, string> {
  return { client_id: client.client_id, client_secret: client.client_secret };
}

describe('400', () => {
  rejectsBadRequests(service, 'token', grant);

  it('rejects a request without a grant_type', async () => {
    expectOauthError(await service.request(oauthRequest('token', client, { scope: '' })), 400, 'invalid_request');
  });

  it.each(['password', 'authorization_code', 'refresh_token', 'implicit', 'CLIENT_CREDENTIALS', 'urn:x'])(
    'does not support the grant %s',
    async (grant_type) => {
      const reply = await service.request(oauthRequest('token', client, { grant_type }));
      expectOauthError(reply, 400, 'unsupported_grant_type');
    },
  );

  it.each([
    ['that the client does not have', 'questions:write'],
    ['that the client does not have, next to one that it has', 'questions:read audit:read'],
    ['that does not exist', 'root'],
    ['that does not exist, next to one that the client has', 'questions:read root'],
    ['of OpenID Connect', 'openid'],
    ['for refresh tokens', 'offline_access'],
    ['in another letter case', 'QUESTIONS:READ'],
  ])('rejects a scope %s', async (_name, scope) => {
    expectOauthError(await service.request(oauthRequest('token', client, { ...grant, scope })), 400, 'invalid_scope');
  });

  it('reports invalid scopes only to the client itself, so that others learn nothing about its scopes', async () => {
    for (const scope of ['questions:read', 'questions:write', 'root']) {
      const wrong = { ...client, client_secret: 'x' };
      expectOauthError(await service.request(oauthRequest('token', wrong, { ...grant, scope })), 401, 'invalid_client');
    }
  });
});

describe('401', () => {
  rejectsBadClients(service, 'token', grant);

  it('accepts neither an API key nor an access token as the secret of a client', async () => {
    const { token } = await createKey(service, { scopes: KEY_SCOPES });
    const { access_token } = await getAccessToken(service, client);
    for (const client_secret of [token, access_token]) {
      const reply = await service.request(oauthRequest('token', { ...client, client_secret }, grant));
      expectOauthError(reply, 401, 'invalid_client');
    }
  });

  it('records failed logins in the audit log, with client and network', async () => {
    const wrong = oauthRequest('token', { ...client, client_secret: 'guessed' }, grant);
    const headers = { 'x-request-id': 'failing' };
    await service.request({ ...wrong, headers, remoteAddress: '192.0.2.9' });
    const entry = (await auditOf(service, `client:${client.client_id}`)).at(-1);
    expect(entry).toMatchObject({
      action: 'login.failed',
      actor: 'anonymous',
      address: '192.0.2.9',
      request_id: 'failing',
    });
    expect(JSON.stringify(entry)).not.toContain('guessed');
  });

  it('ends with the client', async () => {
    const gone = await createClient(service);
    await service.request({ method: 'DELETE', url: `/clients/${gone.client_id}`, headers: asOperator });
    expectOauthError(await service.request(oauthRequest('token', gone, grant)), 401, 'invalid_client');
  });
});

describe('429', () => {
  limitsFailedLogins('token', grant);
});

describe('503', () => {
  rejectsOauthWithoutDatabase('token', grant);
});
