import { createHmac, createPublicKey } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';
import { afterAll, describe, expect, it } from 'vitest';
import { draft, startTestService } from '../harness.ts';
import { expectProblem } from '../http/common.ts';
import { bearer } from '../http/credentials.ts';
import { keyWith } from './credentials.ts';
import { Issuer, newSigningKey } from './external-issuer.ts';

const AUDIENCE = 'https://bank.example';
const [first, second, third] = [newSigningKey('first'), newSigningKey('second'), newSigningKey('third')];
const issuer = await Issuer.start([first]);
afterAll(() => issuer.stop());
const service = await startTestService({
  ANONYMOUS_SCOPES: '',
  AUTH_ISSUER: issuer.origin,
  AUTH_AUDIENCE: AUDIENCE,
});

const list = (token: string) => service.request({ url: '/questions', headers: bearer(token) });

/** A token that is valid in all respects except for the changes. */
function forge({ key = first.privateKey, header = {}, claims = {}, expires = '5m' }: Forgery = {}): Promise<string> {
  const jwt = new SignJWT({ client_id: 'quiz-app', scope: 'questions:read', jti: 'jti', ...claims })
    .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: 'first', ...header })
    .setExpirationTime(expires);
  if (!('iat' in claims)) jwt.setIssuedAt();
  if (!('iss' in claims)) jwt.setIssuer(issuer.origin);
  if (!('aud' in claims)) jwt.setAudience(AUDIENCE);
  if (!('sub' in claims)) jwt.setSubject('somebody');
  return jwt.sign(key);
}

interface Forgery {
  key?: Parameters<SignJWT['sign']>[0];
  header?: Record<string, string>;
  claims?: Record<string, unknown>;
  expires?: string;
}

describe('a token of the external issuer', () => {
  it('is accepted, and only its known scopes count', async () => {
    const token = await issuer.issue('questions:read something:else', AUDIENCE);
    expect((await list(token)).statusCode).toBe(200);
    const current = await service.request({ url: '/tokens/current', headers: bearer(token) });
    expect(current.json()).toMatchObject({
      principal: 'subject:quiz-app',
      kind: 'outside_client',
      scopes: ['questions:read'],
    });
    const rejected = await service.request({
      method: 'POST',
      url: '/questions',
      headers: bearer(token),
      payload: draft(),
    });
    expectProblem(rejected, 403, 'insufficient_scope');
  });

  it('is recorded as the author of what it writes', async () => {
    const headers = bearer(await issuer.issue('questions:write questions:read', AUDIENCE));
    const created = await service.request({ method: 'POST', url: '/questions', headers, payload: draft() });
    const versions = await service.request({
      url: `/questions/${created.json<{ id: string }>().id}/versions`,
      headers,
    });
    expect(versions.json()).toMatchObject({ data: [{ changed_by: 'subject:quiz-app' }] });
  });

  it('may manage keys if the issuer says so', async () => {
    const headers = bearer(await issuer.issue('tokens:manage questions:read', AUDIENCE));
    const payload = { name: 'key', scopes: ['questions:read'] };
    expect((await service.request({ method: 'POST', url: '/tokens', headers, payload })).statusCode).toBe(201);
  });

  it('is accepted unchanged, so that the changes below cause the rejections', async () => {
    expect((await list(await forge())).statusCode).toBe(200);
  });

  it.each<[string, () => Promise<string>]>([
    ['for another audience', () => issuer.issue('questions:read', 'https://elsewhere.example')],
    ['of another issuer', () => forge({ claims: { iss: 'https://elsewhere.example' } })],
    ['expired', () => forge({ expires: '-1s' })],
    ['not yet valid', () => forge({ claims: { nbf: Math.floor(Date.now() / 1000) + 60 } })],
    ['that is an ID token', () => forge({ header: { typ: 'JWT' } })],
    ['without a subject', () => forge({ claims: { sub: undefined } })],
    ['without a client', () => forge({ claims: { client_id: undefined } })],
    ['without an audience', () => forge({ claims: { aud: undefined } })],
    ['without a jti', () => forge({ claims: { jti: undefined } })],
    ['signed by a key that is not published', () => forge({ key: third.privateKey })],
    ['signed by an unknown key of another name', () => forge({ key: third.privateKey, header: { kid: 'third' } })],
    ['signed by nobody', async () => unsigned()],
    ['signed with the public key as if it were a shared secret', async () => confused()],
    ['changed after signing', async () => tampered(await forge())],
  ])('is rejected: %s', async (_name, make) => {
    expectProblem(await list(await make()), 401, 'invalid_token');
  });
});

it('never follows a URL in a token: keys come from the configured issuer', async () => {
  const visits: string[] = [];
  const trap = createServer((request, response) => {
    visits.push(String(request.url));
    response.end('{"keys": []}');
  });
  await new Promise<void>((resolve) => trap.listen(0, '127.0.0.1', resolve));
  const place = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/keys`;
  for (const header of [{ jku: place }, { x5u: place }, { kid: place }, { jku: place, kid: 'new' }]) {
    expectProblem(await list(await forge({ key: third.privateKey, header })), 401, 'invalid_token');
  }
  expectProblem(await list(await forge({ key: third.privateKey, claims: { iss: place } })), 401, 'invalid_token');
  trap.close();
  expect(visits).toEqual([]);
});

describe('a claim that the service cannot use', () => {
  const SOON = Math.floor(Date.now() / 1000) + 3600;

  it.each<[string, Record<string, unknown>]>([
    ['sub', { sub: ['somebody'] }],
    ['sub', { sub: { name: 'somebody' } }],
    ['sub', { sub: 7 }],
    ['sub', { sub: '' }],
    ['sub', { sub: 'some\u0000body' }],
    ['sub', { sub: 'line\nbreak' }],
    ['sub', { sub: '\ud800' }],
    ['sub', { sub: 'x'.repeat(256) }],
    ['client_id', { client_id: ['quiz-app'] }],
    ['client_id', { client_id: 'quiz\u0000app' }],
    ['iat', { iat: SOON }],
    ['nbf', { nbf: SOON }],
  ])('is a 401 that names it: %s of %j', async (claim, claims) => {
    const problem = expectProblem(await list(await forge({ claims, expires: '2h' })), 401, 'invalid_token');
    expect(problem.detail).toContain(`its "${claim}" is `);
  });

  it('accepts a name of maximum length, and a clock of the issuer that is slightly ahead', async () => {
    const claims = { sub: 'ü'.repeat(255), iat: Math.floor(Date.now() / 1000) + 10 };
    expect((await list(await forge({ claims }))).statusCode).toBe(200);
    const nbf = Math.floor(Date.now() / 1000) + 10;
    expect((await list(await forge({ claims: { nbf } }))).statusCode).toBe(200);
  });
});

describe('when the issuer changes its keys', () => {
  it('accepts tokens of a new key without a restart, and none of a withdrawn key', async () => {
    const old = await forge();
    expect((await list(old)).statusCode).toBe(200);
    issuer.rotate([second]);
    const renewed = () => issuer.issue('questions:read', AUDIENCE).then(list);
    await expect.poll(async () => (await renewed()).statusCode, { timeout: 10_000, interval: 500 }).toBe(200);
    await expect.poll(async () => (await list(old)).statusCode, { timeout: 10_000, interval: 250 }).toBe(401);
  }, 300_000);
});

describe('while the issuer is unavailable', () => {
  it('reports that it cannot verify tokens, and recovers when the issuer is back', async () => {
    const fresh = await startTestService({
      ANONYMOUS_SCOPES: '',
      AUTH_ISSUER: issuer.origin,
      AUTH_AUDIENCE: AUDIENCE,
    });
    const token = await issuer.issue('questions:read', AUDIENCE);
    const ask = () => fresh.request({ url: '/questions', headers: bearer(token) });
    await issuer.stop();
    const reply = await ask();
    expectProblem(reply, 503, 'service_unavailable');
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    await issuer.restart();
    await expect.poll(async () => (await ask()).statusCode, { timeout: 15_000, interval: 250 }).toBe(200);
  });
});

describe('with an external issuer', () => {
  it('API keys keep working', async () => {
    expect((await list((await keyWith(service, ['questions:read'])).token)).statusCode).toBe(200);
  });

  it('the service issues no access tokens, and names the issuer', async () => {
    for (const url of ['/oauth/token', '/clients', '/.well-known/oauth-authorization-server']) {
      expectProblem(await service.request({ method: 'GET', url }), 404, 'route_not_found');
    }
    const metadata = await service.request({ url: '/.well-known/oauth-protected-resource' });
    expect(metadata.json()).toMatchObject({ authorization_servers: [issuer.origin] });
  });
});

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function payload(): string {
  const seconds = Math.floor(Date.now() / 1000);
  const times = { iat: seconds, exp: seconds + 300 };
  return encode({
    iss: issuer.origin,
    aud: AUDIENCE,
    sub: 's',
    client_id: 'c',
    jti: 'j',
    scope: 'questions:read',
    ...times,
  });
}

function unsigned(): string {
  return `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload()}.e30`;
}

function confused(): string {
  const text = `${encode({ alg: 'HS256', typ: 'at+jwt', kid: 'first' })}.${payload()}`;
  const secret = createPublicKey(first.privateKey).export({ type: 'spki', format: 'pem' });
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
}

function tampered(token: string): string {
  const [header, , signature] = token.split('.');
  return `${header}.${payload()}.${signature}`;
}
