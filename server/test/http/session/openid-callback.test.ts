import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import { expectProblem, getBody, timesOut } from '../common.ts';
import { auditOf } from '../credentials.ts';
import { cookiesOf } from '../passkeys/steps.ts';
import { plantLink, sendLink } from '../people.ts';
import type { Behaviour } from './openid-provider.ts';
import { connectionWith, invite, signInAtProvider, startConnectedService, visitProvider } from './openid-steps.ts';

const { service, provider } = await startConnectedService();
const ADA: Behaviour = { subject: 'ada', email: 'ada@example.com' };
const ada = await invite(service, 'Ada@Example.com');
const MINUTE_AGO = Math.floor(Date.now() / 1000) - 60;

/** Signs in through a provider with the given behaviour. */
async function signInWhere(behaviour: Behaviour) {
  await provider.behave(behaviour);
  return signInAtProvider(service, provider);
}

describe('302', () => {
  it('signs in an invited person by the verified address, and redirects to the requested page', async () => {
    await provider.behave(ADA);
    const reply = await signInAtProvider(service, provider, '?return_to=/console/questions%3Fq=a%23row');
    expect(reply.statusCode, reply.body).toBe(302);
    expect(reply.headers.location).toBe('/console/questions?q=a#row');
    expect(reply.headers['cache-control']).toBe('no-store');
    const session = await getBody(service, '/session', { cookie: cookiesOf(reply) });
    expect(session).toMatchObject({ way: 'openid', person: { id: ada, role: 'editor' } });
    expect(await auditOf(service, `person:${ada}`)).toMatchObject([
      { action: 'openid.connected', actor: `person:${ada}`, details: { issuer: provider.issuer } },
    ]);
  });

  it('recognises them by the subject, even if the address changes', async () => {
    const reply = await signInWhere({ ...ADA, email: 'ada@elsewhere.example', email_verified: false });
    expect(reply.statusCode, reply.body).toBe(302);
    expect(reply.headers.location).toBe('/');
    const session = await getBody(service, '/session', { cookie: cookiesOf(reply) });
    expect(session).toMatchObject({ person: { id: ada } });
  });

  it('fetches the address if the ID token lacks it', async () => {
    const grace = await invite(service, 'grace@example.com');
    const reply = await signInWhere({ subject: 'grace', email: 'grace@example.com', userinfo: true });
    expect(await getBody(service, '/session', { cookie: cookiesOf(reply) })).toMatchObject({ person: { id: grace } });
  });

  it('handles new keys of the provider', async () => {
    expect((await signInWhere({ ...ADA, key: 'first' })).statusCode).toBe(302);
    expect((await signInWhere({ ...ADA, key: 'second' })).statusCode).toBe(302);
    expect((await signInWhere({ ...ADA, key: 'first' })).statusCode).toBe(302);
  });

  it('ends the previous session of the browser', async () => {
    const cookie = cookiesOf(await sendLink(service, await plantLink(service, ada)));
    await provider.behave(ADA);
    const { back, headers } = await visitProvider(service, provider);
    const both = { cookie: `${cookie}; ${headers['cookie']}` };
    expect((await service.request({ url: back, headers: both })).statusCode).toBe(302);
    expectProblem(await service.request({ url: '/session', headers: { cookie } }), 401, 'session_ended');
  });
});

describe('400', () => {
  it('rejects a state that it did not issue', async () => {
    await provider.behave(ADA);
    const { back, headers } = await visitProvider(service, provider);
    const other = await visitProvider(service, provider);
    for (const url of [back.replace(/state=[^&]*/u, 'state=another'), back.replace(/state=[^&]*&?/u, ''), other.back])
      expectProblem(await service.request({ url, headers }), 400, 'sign_in_expired');
  });

  it('rejects a browser that did not start the sign-in', async () => {
    const { back } = await visitProvider(service, provider);
    expectProblem(await service.request({ url: back }), 400, 'sign_in_expired');
    expectProblem(await service.request({ url: '/session/openid/callback' }), 400, 'sign_in_expired');
  });

  it('rejects a sign-in started more than 5 minutes ago', async () => {
    const { back, headers } = await visitProvider(service, provider);
    service.clock.now = new Date(Date.now() + 5 * 60_000);
    const reply = await service.request({ url: back, headers });
    delete service.clock.now;
    expectProblem(reply, 400, 'sign_in_expired');
  });

  it('rejects a modified cookie', async () => {
    const { back, headers } = await visitProvider(service, provider);
    const cookie = String(headers['cookie']).replace(/.{8}$/u, 'AAAAAAA=');
    expectProblem(await service.request({ url: back, headers: { cookie } }), 400, 'sign_in_expired');
  });
});

describe('403', () => {
  it('rejects an address that the provider has not verified', async () => {
    await invite(service, 'eve@example.com');
    const eve = { subject: 'eve', email: 'eve@example.com' };
    expectProblem(await signInWhere({ ...eve, email_verified: false }), 403, 'openid_email_unverified');
    expect((await signInWhere(eve)).statusCode).toBe(302);
  });

  it.each(['true', 1])('does not accept %j as verified', async (email_verified) => {
    await provider.behave({ subject: 'odd', email: 'ada@example.com', claims: { email_verified } });
    expectProblem(await signInAtProvider(service, provider), 403, 'openid_email_unverified');
  });

  it('rejects a person without an invitation, with a page that says what to do', async () => {
    await provider.behave({ subject: 'nobody', email: 'nobody@example.com' });
    const { back, headers } = await visitProvider(service, provider);
    const reply = await service.request({ url: back, headers: { ...headers, accept: 'text/html' } });
    expect(reply.statusCode).toBe(403);
    expect(reply.body).toContain('Ask an administrator of this service to invite the address');
    expect(cookiesOf(reply)).toBe('');
  });

  it('rejects an address that another person used before', async () => {
    expectProblem(await signInWhere({ ...ADA, subject: 'the next to have the address' }), 403, 'openid_not_invited');
  });

  it('accepts an address set by somebody else only in a browser where the person is signed in', async () => {
    const person = await invite(service, 'linus@example.com');
    const move = (email: string) =>
      service.request({ method: 'PATCH', url: `/people/${person}`, headers: asOperator, payload: { email } });
    const mallory = { subject: 'mallory', email: 'mallory@example.com' };
    expect((await move(mallory.email)).statusCode).toBe(200);
    const rejected = expectProblem(await signInWhere(mallory), 403, 'openid_not_invited');
    expect(rejected.detail).toContain('was changed after you were invited');
    const other = cookiesOf(await sendLink(service, await plantLink(service, ada)));
    const own = cookiesOf(await sendLink(service, await plantLink(service, person)));
    const visit = async (cookie: string) => {
      const { back, headers } = await visitProvider(service, provider);
      return service.request({ url: back, headers: { cookie: `${cookie}; ${headers['cookie']}` } });
    };
    expectProblem(await visit(other), 403, 'openid_not_invited');
    await move('linus@example.com'); // even the original address is no longer trusted once it has been changed
    await provider.behave({ subject: 'linus', email: 'linus@example.com' });
    expectProblem(await signInAtProvider(service, provider), 403, 'openid_not_invited');
    const connected = await visit(own);
    expect(connected.statusCode, connected.body).toBe(302);
    const session = await getBody(service, '/session', { cookie: cookiesOf(connected) });
    expect(session).toMatchObject({ way: 'openid', person: { id: person } });
    expect((await signInAtProvider(service, provider)).statusCode).toBe(302);
  });

  it('accepts the address of the invitation, whatever else was changed', async () => {
    const person = await invite(service, 'radia@example.com');
    const payload = { name: 'Radia P.', role: 'viewer', email: 'radia@example.com' };
    await service.request({ method: 'PATCH', url: `/people/${person}`, headers: asOperator, payload });
    expect((await signInWhere({ subject: 'radia', email: 'radia@example.com' })).statusCode).toBe(302);
  });

  it('rejects a removed person', async () => {
    const gone = await invite(service, 'gone@example.com');
    const behaviour = { subject: 'gone', email: 'gone@example.com' };
    expect((await signInWhere(behaviour)).statusCode).toBe(302);
    await service.deps.db.writes.query('update people set removed_at = now() where id = $1', [gone]);
    expectProblem(await signInWhere(behaviour), 403, 'openid_not_invited');
  });

  it('reports that the provider rejected the sign-in', async () => {
    const problem = expectProblem(await signInWhere({ ...ADA, declines: true }), 403, 'openid_rejected');
    expect(problem.detail).toContain('access_denied');
  });

  it('does not echo text that is not an OAuth error', async () => {
    const { back, headers } = await visitProvider(service, provider);
    const state = new URLSearchParams(back.split('?')[1]).get('state') ?? '';
    const query = new URLSearchParams({ error: '<b>call 555</b>', state, iss: provider.issuer });
    const reply = await service.request({ url: `/session/openid/callback?${query.toString()}`, headers });
    expect(reply.body).not.toContain('555');
  });
});

describe('404', () => {
  it('reports that no provider is configured', async () => {
    const alone = await startTestService({ ANONYMOUS_SCOPES: '' });
    expectProblem(await alone.request({ url: '/session/openid/callback' }), 404, 'openid_not_configured');
    await alone.end();
  });
});

describe('502', () => {
  it.each<[string, Partial<Behaviour>]>([
    ['with the nonce of another sign-in', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: null } }],
    ['for another audience', { claims: { aud: 'another' } }],
    ['that has expired', { claims: { exp: MINUTE_AGO, iat: MINUTE_AGO - 60 } }],
    ['of another issuer', { claims: { iss: 'https://evil.example' } }],
    ['signed by a key that is not published', { key: 'unpublished' }],
    ['whose subject is too long', { claims: { sub: 'a'.repeat(256) } }],
  ])('rejects an ID token %s', async (_name, behaviour) => {
    const reply = await signInWhere({ ...ADA, ...behaviour });
    expectProblem(reply, 502, 'openid_response_invalid');
    expect(cookiesOf(reply)).toBe('');
  });

  it('uses a code once', async () => {
    await provider.behave(ADA);
    const { back, headers } = await visitProvider(service, provider);
    expect((await service.request({ url: back, headers })).statusCode).toBe(302);
    const problem = expectProblem(await service.request({ url: back, headers }), 502, 'openid_response_invalid');
    expect(problem.detail).toContain('invalid_grant');
  });

  it('rejects a code that the provider never issued', async () => {
    const { back, headers } = await visitProvider(service, provider);
    const url = back.replace(/code=[^&]*/u, 'code=guessed');
    expectProblem(await service.request({ url, headers }), 502, 'openid_response_invalid');
  });
});

describe('503', () => {
  it.each([
    ['never replies', { stalls: ['/token'] }],
    ['never stops sending', { floods: ['/jwks'] }],
    ['fails', { fails: ['/token'] }],
  ])('does not wait for a provider that %s', async (_name, behaviour) => {
    const begun = performance.now();
    expectProblem(await signInWhere({ ...ADA, ...behaviour }), 503, 'openid_unavailable');
    expect(performance.now() - begun).toBeLessThan(6000);
  });
});

describe('504', () => {
  timesOut(
    async (slow) => {
      await provider.behave(ADA);
      const { back, headers } = await visitProvider(slow, provider);
      return { url: back, headers };
    },
    'signing_keys',
    connectionWith(provider.issuer),
  );
});

it('is unavailable when its process has ended', async () => {
  await provider.behave(ADA);
  const { back, headers } = await visitProvider(service, provider);
  await provider.stop();
  expectProblem(await service.request({ url: back, headers }), 503, 'openid_unavailable');
});
