import type { InjectOptions } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  type ListBody,
  rejectsKeysInUse,
  rejectsLargeBodies,
  rejectsMalformedKeys,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsReusedKeys,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  replaysByKey,
  timesOut,
} from '../common.ts';
import {
  ALL_SCOPES,
  auditOf,
  bearer,
  createClient,
  createManager,
  expectNowhereStored,
  freshIdempotencyKey,
  getAccessToken,
  type NewOauthClient,
  type OauthClient,
  statusFor,
  TIMESTAMP,
  UUID_V7,
} from '../credentials.ts';

const service = await startTestService();
const request: InjectOptions = {
  method: 'POST',
  url: '/clients',
  headers: asOperator,
  payload: { name: 'robot', scopes: ['questions:read'] },
};

describe('201', () => {
  it('creates a client and shows its secret only once', async () => {
    const reply = await service.request(request);
    expect(reply.statusCode).toBe(201);
    expect(reply.headers['cache-control']).toBe('no-store');
    const client = reply.json<NewOauthClient>();
    expect(client).toEqual({
      id: expect.stringMatching(UUID_V7),
      client_id: expect.stringMatching(UUID_V7),
      name: 'robot',
      scopes: ['questions:read'],
      created_by: 'operator',
      created_at: expect.stringMatching(TIMESTAMP),
      last_used_at: null,
      client_secret: expect.stringMatching(/^qcs_[0-9A-Za-z]{36}$/u),
    });
    const list = await service.request({ url: '/clients?limit=1000', headers: asOperator });
    expect(list.body).toContain(client.client_id);
    expect(list.body).not.toContain('qcs_');
  });

  it('creates a client that can get access tokens different from its secret', async () => {
    const client = await createClient(service);
    const { access_token } = await getAccessToken(service, client);
    expect(await statusFor(service, access_token)).toBe(200);
    expect(await statusFor(service, client.client_secret)).toBe(401);
  });

  it('can give a client every scope including tokens:manage, each once', async () => {
    expect(await createClient(service, { scopes: ALL_SCOPES })).toMatchObject({ scopes: ALL_SCOPES });
    expect(await createClient(service, { scopes: ['tokens:manage'] })).toMatchObject({ scopes: ['tokens:manage'] });
    const twice = await createClient(service, { scopes: ['events:read', 'events:read'] });
    expect(twice.scopes).toEqual(['events:read']);
  });

  it('lets a manager create clients, which can be managers themselves', async () => {
    const manager = await createManager(service, ['events:read']);
    const client = await createClient(service, { scopes: ['events:read', 'tokens:manage'] }, manager.headers);
    expect(client.created_by).toBe(manager.principal);
    const { access_token } = await getAccessToken(service, client);
    expect(await getBody(service, '/clients', bearer(access_token))).toMatchObject({ data: [] });
  });

  it('records when a client was last used', async () => {
    const other = await startTestService();
    const { access_token } = await getAccessToken(other, await createClient(other));
    expect(await statusFor(other, access_token)).toBe(200);
    await vi.waitFor(async () => {
      const { data } = await getBody<ListBody<OauthClient>>(other, '/clients', asOperator);
      expect(data[0]?.last_used_at).toMatch(TIMESTAMP);
    });
  });

  it('is recorded in the audit log, without the secret', async () => {
    const reply = await service.request({ ...request, headers: { ...asOperator, 'x-request-id': 'making-a-client' } });
    const { client_id, client_secret } = reply.json<NewOauthClient>();
    const entries = await auditOf(service, `client:${client_id}`);
    expect(entries).toMatchObject([
      {
        action: 'client.created',
        actor: 'operator',
        request_id: 'making-a-client',
        details: { name: 'robot', scopes: ['questions:read'] },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(client_secret);
  });

  replaysByKey(service, async () => request);

  it('shows the same secret again to the same token and key, and stores it nowhere', async () => {
    const headers = { ...asOperator, ...freshIdempotencyKey() };
    const first = await service.request({ ...request, headers });
    const again = await service.request({ ...request, headers });
    expect(again.json()).toEqual(first.json());
    expect(again.headers['cache-control']).toBe('no-store');
    await expectNowhereStored(service, [first.json<NewOauthClient>().client_secret]);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it('rejects each scope that the caller lacks', async () => {
    const { headers } = await createManager(service, ['questions:read']);
    const payload = { name: 'x', scopes: ['audit:read', 'tokens:manage', 'questions:read', 'questions:write'] };
    const { errors } = expectProblem(await service.request({ ...request, headers, payload }), 400, 'validation_error');
    expect(errors.map(({ code, pointer }) => `${pointer} ${code}`)).toEqual([
      '#/scopes/0 not_allowed',
      '#/scopes/3 not_allowed',
    ]);
    expect(errors[0]?.allowed).toEqual(['questions:read', 'tokens:manage']);
  });

  it.each([
    ['no name', { scopes: ['questions:read'] }, '#/name required'],
    ['an empty name', { name: '', scopes: ['questions:read'] }, '#/name too_short'],
    ['no scopes', { name: 'x' }, '#/scopes required'],
    ['an empty list of scopes', { name: 'x', scopes: [] }, '#/scopes too_short'],
    ['an unknown scope', { name: 'x', scopes: ['root'] }, '#/scopes/0 not_allowed'],
    ['a chosen secret', { name: 'x', scopes: ['events:read'], client_secret: 'x' }, '#/client_secret unknown_field'],
  ])('rejects %s', async (_name, payload, place) => {
    const reply = await service.request({ ...request, payload });
    expect(reply.statusCode).toBe(400);
    const { errors } = reply.json<{ errors: { code: string; pointer: string }[] }>();
    expect(errors.map(({ code, pointer }) => `${pointer} ${code}`)).toEqual([place]);
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, async () => request);
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('422', () => {
  rejectsReusedKeys(service, async () => request, { name: 'another', scopes: ['questions:read'] });

  it('rejects the key from another token of the same client, which must not see the secret', async () => {
    const manager = await createManager(service, ['questions:read']);
    const other = bearer((await getAccessToken(service, manager)).access_token);
    const keyed = freshIdempotencyKey();
    const first = await service.request({ ...request, headers: { ...manager.headers, ...keyed } });
    expect(first.statusCode).toBe(201);
    const second = await service.request({ ...request, headers: { ...other, ...keyed } });
    expectProblem(second, 422, 'idempotency_key_reused');
    expect(second.body).not.toContain('qcs_');
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'oauth_clients');
});
