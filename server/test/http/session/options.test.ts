import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import { getBody, rejectsOtherAccept, rejectsUnknownParameters } from '../common.ts';

const service = await startTestService({ ANONYMOUS_SCOPES: '' });
const request = { url: '/session/options' };

describe('200', () => {
  it('shows everybody how to sign in', async () => {
    expect(await getBody(service, '/session/options')).toEqual({ link: true, passkey: true, openid: null });
  });

  it('returns the display name of the OpenID provider', async () => {
    const connected = await startTestService({
      PUBLIC_URL: 'https://quiz.example',
      OPENID_ISSUER: 'https://openid.example',
      OPENID_CLIENT_ID: 'quaestor',
      OPENID_NAME: 'School',
    });
    expect(await getBody(connected, '/session/options')).toEqual({
      link: true,
      passkey: true,
      openid: { name: 'School' },
    });
    await connected.end();
  });

  it('offers no passkeys if the public address is not configured', async () => {
    const reply = await service.request({ ...request, headers: { host: '192.0.2.1:8080' } });
    expect(reply.json()).toMatchObject({ passkey: false });
  });
});

describe('304', () => {
  it('sends no body to a caller with the current version', async () => {
    const { etag } = (await service.request(request)).headers;
    const again = await service.request({ ...request, headers: { 'if-none-match': String(etag) } });
    expect(again.statusCode).toBe(304);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});
