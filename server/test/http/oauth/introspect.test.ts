import { describe, expect, it, vi } from 'vitest';
import { startTestService } from '../../harness.ts';
import { basic, createClient, createKey, getAccessToken, oauthRequest } from '../credentials.ts';
import {
  expectOauthError,
  formRequest,
  limitsFailedLogins,
  rejectsBadClients,
  rejectsBadRequests,
  rejectsOauthWithoutDatabase,
} from './steps.ts';

const service = await startTestService();
const client = await createClient(service, { scopes: ['questions:read', 'events:read'] });
const token = `qat_${'x'.repeat(36)}`;

async function introspect(given: string, asker = client): Promise<Record<string, unknown>> {
  const reply = await service.request(oauthRequest('introspect', asker, { token: given }));
  expect(reply.statusCode, reply.body).toBe(200);
  expect(reply.headers['cache-control']).toBe('no-store');
  return reply.json<Record<string, unknown>>();
}

describe('200', () => {
  it('returns the owner, scopes and expiry of a token, and no secret', async () => {
    const { access_token, expires_in } = await getAccessToken(service, client, 'events:read');
    const reply = await introspect(access_token);
    expect(reply).toEqual({
      active: true,
      client_id: client.client_id,
      scope: 'events:read',
      token_type: 'Bearer',
      iss: expect.any(String) as string,
      iat: expect.any(Number) as number,
      exp: Number(reply['iat']) + expires_in,
    });
    expect(reply).not.toHaveProperty('jti');
    expect(JSON.stringify(reply)).not.toContain('qat_');
  });

  it('accepts a form with the client in Basic authentication, and any hint', async () => {
    const { access_token } = await getAccessToken(service, client);
    for (const token_type_hint of ['access_token', 'refresh_token', 'nonsense']) {
      const parameters = { token: access_token, token_type_hint };
      const request = formRequest('introspect', parameters, basic(client.client_id, client.client_secret));
      expect((await service.request(request)).json()).toMatchObject({ active: true });
    }
  });

  it('replies alike for a foreign token and an unknown one', async () => {
    const { access_token: foreign } = await getAccessToken(service, await createClient(service));
    const { token: key } = await createKey(service);
    for (const given of [foreign, key, token, 'nonsense', client.client_secret]) {
      expect(await introspect(given)).toEqual({ active: false });
    }
  });

  it('reports a revoked token as inactive', async () => {
    const { access_token } = await getAccessToken(service, client);
    await service.request(oauthRequest('revoke', client, { token: access_token }));
    expect(await introspect(access_token)).toEqual({ active: false });
  });

  it('reports an expired token as inactive', async () => {
    const { access_token, expires_in } = await getAccessToken(service, client);
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + expires_in * 1000);
    try {
      expect(await introspect(access_token)).toEqual({ active: false });
    } finally {
      clock.mockRestore();
    }
    expect(await introspect(access_token)).toMatchObject({ active: true });
  });
});

describe('400', () => {
  rejectsBadRequests(service, 'introspect', { token });

  it('rejects a request without a token', async () => {
    const reply = await service.request(oauthRequest('introspect', client, { token_type_hint: 'access_token' }));
    expectOauthError(reply, 400, 'invalid_request');
  });
});

describe('401', () => {
  rejectsBadClients(service, 'introspect', { token });
});

describe('429', () => {
  limitsFailedLogins('introspect', { token });
});

describe('503', () => {
  rejectsOauthWithoutDatabase('introspect', { token });
});
