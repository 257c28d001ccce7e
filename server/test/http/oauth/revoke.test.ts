import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import { auditOf, basic, createClient, createKey, getAccessToken, oauthRequest, statusFor } from '../credentials.ts';
import {
  expectOauthError,
  formRequest,
  limitsFailedLogins,
  rejectsBadClients,
  rejectsBadRequests,
  rejectsOauthWithoutDatabase,
} from './steps.ts';

const service = await startTestService();
const client = await createClient(service);
const token = `qat_${'x'.repeat(36)}`;

describe('200', () => {
  it.each([
    [
      'a form',
      (given: string) => formRequest('revoke', { token: given }, basic(client.client_id, client.client_secret)),
    ],
    ['JSON', (given: string) => oauthRequest('revoke', client, { token: given })],
    ['a hint', (given: string) => oauthRequest('revoke', client, { token: given, token_type_hint: 'access_token' })],
    ['a wrong hint', (given: string) => oauthRequest('revoke', client, { token: given, token_type_hint: 'nonsense' })],
  ])('ends a token at once, despite cached validation: %s', async (_name, request) => {
    const { access_token } = await getAccessToken(service, client);
    expect(await statusFor(service, access_token)).toBe(200);
    const reply = await service.request(request(access_token));
    expect({ status: reply.statusCode, body: reply.body }).toEqual({ status: 200, body: '{}' });
    expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(await statusFor(service, access_token)).toBe(401);
  });

  it('ends no other token of the client', async () => {
    const [first, second] = [await getAccessToken(service, client), await getAccessToken(service, client)];
    await service.request(oauthRequest('revoke', client, { token: first.access_token }));
    expect(await statusFor(service, second.access_token)).toBe(200);
  });

  it('replies alike for unknown, ended and foreign tokens, and does not revoke the last', async () => {
    const { access_token: ended } = await getAccessToken(service, client);
    await service.request(oauthRequest('revoke', client, { token: ended }));
    const { access_token: foreign } = await getAccessToken(service, await createClient(service));
    const { token: key } = await createKey(service);
    for (const given of [token, 'nonsense', ended, foreign, key]) {
      const reply = await service.request(oauthRequest('revoke', client, { token: given }));
      expect({ status: reply.statusCode, body: reply.body }).toEqual({ status: 200, body: '{}' });
    }
    expect(await statusFor(service, foreign)).toBe(200);
    expect(await statusFor(service, key)).toBe(200);
  });

  it('records an actual revocation in the audit log, without the token', async () => {
    const other = await createClient(service);
    const { access_token } = await getAccessToken(service, other);
    await service.request(oauthRequest('revoke', other, { token }));
    const request = oauthRequest('revoke', other, { token: access_token });
    await service.request({ ...request, headers: { 'x-request-id': 'ending' } });
    const target = `client:${other.client_id}`;
    const entries = await auditOf(service, target);
    expect(entries.filter(({ action }) => action === 'access_token.revoked')).toHaveLength(1);
    expect(entries.at(-1)).toMatchObject({ action: 'access_token.revoked', actor: target, request_id: 'ending' });
    expect(JSON.stringify(entries)).not.toContain(access_token);
  });
});

describe('400', () => {
  rejectsBadRequests(service, 'revoke', { token });

  it('rejects a request without a token', async () => {
    const reply = await service.request(oauthRequest('revoke', client, { token_type_hint: 'access_token' }));
    expectOauthError(reply, 400, 'invalid_request');
  });
});

describe('401', () => {
  rejectsBadClients(service, 'revoke', { token });

  it('revokes no token without the secret of the client', async () => {
    const { access_token } = await getAccessToken(service, client);
    const wrong = { ...client, client_secret: 'x' };
    expectOauthError(
      await service.request(oauthRequest('revoke', wrong, { token: access_token })),
      401,
      'invalid_client',
    );
    expect(await statusFor(service, access_token)).toBe(200);
  });
});

describe('429', () => {
  limitsFailedLogins('revoke', { token });
});

describe('503', () => {
  rejectsOauthWithoutDatabase('revoke', { token });
});
