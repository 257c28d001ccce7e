import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import { expectProblem, rejectsUnknownParameters, timesOut } from '../common.ts';
import { connectionWith, startConnectedService } from './openid-steps.ts';

const { service, provider } = await startConnectedService();
const request = { url: '/session/openid' };
const AWAY = 'http://127.0.0.1:1';
const PERSON = { subject: 'ada', email: 'ada@example.com' };

describe('302', () => {
  it('redirects to the provider, with PKCE and a new state and nonce each time', async () => {
    const replies = await Promise.all([service.request(request), service.request(request)]);
    const urls = replies.map(({ headers }) => new URL(String(headers.location)));
    for (const { origin, searchParams } of urls) {
      expect(origin).toBe(provider.issuer);
      expect(Object.fromEntries(searchParams)).toMatchObject({
        client_id: 'quaestor',
        response_type: 'code',
        redirect_uri: 'http://localhost/session/openid/callback',
        scope: 'openid email',
        code_challenge_method: 'S256',
      });
    }
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(new Set(urls.map(({ searchParams }) => searchParams.get(name))).size).toBe(2);
  });

  it('stores encrypted state in the cookie for 5 minutes', async () => {
    const { headers } = await service.request(request);
    expect(String(headers['set-cookie'])).toMatch(
      /^quaestor-attempt=sealed:[\w+/=]+; Path=\/; Max-Age=300; HttpOnly; SameSite=Lax$/u,
    );
    expect(headers['cache-control']).toBe('no-store');
    const state = new URL(String(headers.location)).searchParams.get('state') ?? '';
    expect(Buffer.from(String(headers['set-cookie']), 'base64').toString('latin1')).not.toContain(state);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    'console',
    `/${'a'.repeat(1000)}`,
  ])('does not redirect to %s', async (return_to) => {
    const reply = await service.request({ ...request, query: { return_to } });
    expect(reply.statusCode).toBe(400);
    expect(reply.headers.location).toBeUndefined();
    expect(reply.json()).toMatchObject({ errors: [{ parameter: 'return_to' }] });
  });
});

describe('404', () => {
  it('reports that no provider is configured', async () => {
    const alone = await startTestService({ ANONYMOUS_SCOPES: '' });
    expectProblem(await alone.request(request), 404, 'openid_not_configured');
    expectProblem(await alone.request({ url: '/session/openid/callback' }), 404, 'openid_not_configured');
    await alone.end();
  });
});

describe('503', () => {
  it('reports when to retry while the provider is unavailable, as a page for a browser', async () => {
    const lonely = await startTestService(connectionWith(AWAY));
    const reply = await lonely.request(request);
    expectProblem(reply, 503, 'openid_unavailable');
    expect(reply.headers['retry-after']).toBe('3');
    const page = await lonely.request({ ...request, headers: { accept: 'text/html,*/*;q=0.8' } });
    expect(page.statusCode).toBe(503);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).toContain('<h1>The provider does not respond</h1>');
    expect(page.body).toContain('<a href="/sign-in">');
    await lonely.end();
  });

  it.each([
    ['never replies', { stalls: ['openid-configuration'] }],
    ['never stops sending', { floods: ['openid-configuration'] }],
    ['fails', { fails: ['openid-configuration'] }],
  ])('does not wait for a provider that %s', async (_name, behaviour) => {
    await provider.behave({ ...PERSON, ...behaviour });
    const fresh = await startTestService(connectionWith(provider.issuer));
    const begun = performance.now();
    const replies = await Promise.all(Array.from({ length: 10 }, () => fresh.request(request)));
    expect(performance.now() - begun).toBeLessThan(6000);
    for (const reply of replies) expectProblem(reply, 503, 'openid_unavailable');
    await fresh.end();
    await provider.behave(PERSON);
  });

  it('rejects the metadata of another issuer', async () => {
    const mistaken = await startTestService(connectionWith(`${provider.issuer}/`.replace('127.0.0.1', 'localhost')));
    expectProblem(await mistaken.request(request), 503, 'openid_unavailable');
    await mistaken.end();
  });
});

describe('504', () => {
  timesOut(request, 'signing_keys', connectionWith(provider.issuer));
});
