import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import { expectProblem, getBody, rejectsOtherAccept, rejectsUnknownParameters } from '../common.ts';
import { ALL_SCOPES } from '../credentials.ts';
import { limitsCallers } from './steps.ts';

const service = await startTestService({ PUBLIC_URL: 'https://quiz.example', ANONYMOUS_SCOPES: '' });
const url = '/.well-known/oauth-protected-resource';

describe('200', () => {
  it('names the authorization server and the scopes of the API (RFC 9728)', async () => {
    expect(await getBody(service, url)).toEqual({
      resource: 'https://quiz.example',
      authorization_servers: ['https://quiz.example'],
      scopes_supported: ALL_SCOPES,
      bearer_methods_supported: ['header'],
      resource_documentation: 'https://quiz.example/docs',
    });
  });

  it('is linked from the rejection of a caller without a token', async () => {
    const rejected = await service.request({ url: '/questions' });
    expectProblem(rejected, 401, 'authentication_required');
    const [, target = ''] = /resource_metadata="([^"]+)"/u.exec(String(rejected.headers['www-authenticate'])) ?? [];
    expect(target).toBe(`https://quiz.example${url}`);
  });

  it('names an external issuer if one is configured, which disables the built-in server', async () => {
    const other = await startTestService({ AUTH_ISSUER: 'https://issuer.example', AUTH_AUDIENCE: 'quiz' });
    expect(await getBody(other, url)).toMatchObject({ authorization_servers: ['https://issuer.example'] });
    for (const gone of ['/.well-known/oauth-authorization-server', '/oauth/token', '/clients']) {
      expectProblem(await other.request({ url: gone }), 404, 'route_not_found');
    }
  });
});

describe('304', () => {
  it('sends no body to a caller with the current version', async () => {
    const { headers } = await service.request({ url });
    const reply = await service.request({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect(reply.statusCode).toBe(304);
    expect(reply.body).toBe('');
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });
});

describe('406', () => {
  rejectsOtherAccept(service, { url });
});

describe('429', () => {
  limitsCallers({ url });
});
