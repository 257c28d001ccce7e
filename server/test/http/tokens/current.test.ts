import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import { getBody, rejectsOtherAccept, rejectsUnknownParameters, rejectsWithoutDatabase } from '../common.ts';
import { ALL_SCOPES, bearer, createClient, createKey, getAccessToken, TIMESTAMP } from '../credentials.ts';

const service = await startTestService();
const url = '/tokens/current';
const request = { url, headers: asOperator };

describe('200', () => {
  it('identifies the operator', async () => {
    expect(await getBody(service, url, asOperator)).toEqual({
      principal: 'operator',
      kind: 'operator',
      name: 'configured',
      scopes: ALL_SCOPES,
      token_id: expect.any(String) as string,
      expires_at: null,
    });
  });

  it('returns name, scopes and expiry of a key, whatever its scopes', async () => {
    const key = await createKey(service, { name: 'reader', scopes: ['events:read'] });
    expect(await getBody(service, url, bearer(key.token))).toEqual({
      principal: `token:${key.id}`,
      kind: 'api_key',
      name: 'reader',
      scopes: ['events:read'],
      token_id: key.id,
      expires_at: key.expires_at,
    });
  });

  it('returns the scopes of an access token, not those of its client', async () => {
    const client = await createClient(service, { name: 'robot', scopes: ['questions:read', 'questions:write'] });
    const { access_token } = await getAccessToken(service, client, 'questions:read');
    expect(await getBody(service, url, bearer(access_token))).toEqual({
      principal: `client:${client.client_id}`,
      kind: 'oauth_client',
      name: 'robot',
      scopes: ['questions:read'],
      token_id: null,
      expires_at: expect.stringMatching(TIMESTAMP),
    });
  });

  it('accepts the scheme in any letter case', async () => {
    const { token } = await createKey(service);
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const reply = await service.request({ url, headers: { authorization: `${scheme} ${token}` } });
      expect(reply.statusCode).toBe(200);
    }
  });
});

describe('304', () => {
  it('sends no body to a caller with the current version, and a full response to others', async () => {
    const { etag } = (await service.request(request)).headers;
    const again = await service.request({ url, headers: { ...asOperator, 'if-none-match': String(etag) } });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    const { token } = await createKey(service);
    const other = await service.request({ url, headers: { ...bearer(token), 'if-none-match': String(etag) } });
    expect(other.statusCode).toBe(200);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});
