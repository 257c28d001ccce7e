import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import { getBody, rejectsOtherAccept, rejectsUnknownParameters } from '../common.ts';
import { ALL_SCOPES, createClient, oauthRequest } from '../credentials.ts';
import { limitsCallers } from './steps.ts';

const service = await startTestService({ PUBLIC_URL: 'https://quiz.example' });
const url = '/.well-known/oauth-authorization-server';

describe('200', () => {
  it('lists the endpoints and what they support (RFC 8414)', async () => {
    const methods = ['client_secret_basic', 'client_secret_post'];
    expect(await getBody(service, url)).toEqual({
      issuer: 'https://quiz.example',
      token_endpoint: 'https://quiz.example/oauth/token',
      token_endpoint_auth_methods_supported: methods,
      revocation_endpoint: 'https://quiz.example/oauth/revoke',
      revocation_endpoint_auth_methods_supported: methods,
      introspection_endpoint: 'https://quiz.example/oauth/introspect',
      introspection_endpoint_auth_methods_supported: methods,
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      scopes_supported: ALL_SCOPES,
      service_documentation: 'https://quiz.example/docs',
    });
  });

  it('lists endpoints that respond', async () => {
    const metadata = await getBody<Record<string, string>>(service, url);
    const client = await createClient(service);
    for (const name of ['token_endpoint', 'revocation_endpoint', 'introspection_endpoint']) {
      const { pathname } = new URL(String(metadata[name]));
      const parameters = { grant_type: 'client_credentials', token: 'x' };
      const reply = await service.request({ ...oauthRequest('token', client, parameters), url: pathname });
      expect(reply.statusCode).toBe(200);
    }
  });

  it('follows the Host header if no public address is configured', async () => {
    const other = await startTestService();
    const reply = await other.request({ url, headers: { host: 'quiz.test:8443' } });
    expect(reply.json()).toMatchObject({ issuer: 'http://quiz.test:8443' });
  });

  it('needs no token', async () => {
    const closed = await startTestService({ ANONYMOUS_SCOPES: '' });
    expect((await closed.request({ url })).statusCode).toBe(200);
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
