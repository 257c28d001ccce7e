import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import { rejectsUnknownParameters } from '../common.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
/** The Accept header of a browser. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('200', () => {
  it.each([undefined, '*/*', 'application/json'])('returns links to a program (Accept: %s)', async (accept) => {
    const reply = await service.request({ url: '/', headers: accept === undefined ? {} : { accept } });
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    const { name, version, ...links } = reply.json<Record<string, string>>();
    expect(name).toBe('Quaestor');
    expect(version).toBe(reply.headers['api-version']);
    for (const link of Object.values(links)) expect((await service.request({ url: link })).statusCode).not.toBe(404);
  });

  it('shows a person a small page without scripts, with working links', async () => {
    const reply = await service.request({ url: '/', headers: BROWSER });
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    expect(reply.headers['vary']).toContain('accept');
    expect(reply.body.length).toBeLessThan(3000);
    expect(reply.body).not.toContain('<script');
    const links = [...reply.body.matchAll(/href="([^"]+)"/gu)].map((match) => String(match[1]));
    expect(links).toContain('/docs');
    for (const url of links) expect((await service.request({ url })).statusCode).toBe(200);
  });

  it.each([
    [{}, 'admin-token'],
    [{ BOOTSTRAP_TOKEN: 'x'.repeat(32) }, 'BOOTSTRAP_TOKEN'],
    [{ AUTH_ISSUER: 'https://issuer.example', AUTH_AUDIENCE: 'quaestor' }, 'the issuer of this service'],
  ])('explains where to find the token: %j', async (environment, words) => {
    const configured = await startTestService(environment);
    const { body } = await configured.request({ url: '/', headers: BROWSER });
    expect(body).toContain(words);
    expect(body).not.toContain('x'.repeat(32));
  });

  it('costs no points', async () => {
    const strict = await startTestService({ RATE_LIMIT: 'true', LIMIT_POINTS_ANONYMOUS: '1' });
    for (let round = 0; round < 5; round += 1) {
      expect((await strict.request({ url: '/', headers: BROWSER })).statusCode).toBe(200);
    }
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url: '/' });
});
