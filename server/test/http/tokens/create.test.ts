import type { InjectOptions } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { isSecret } from '../../../src/domain/tokens/secret.ts';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
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
  type ApiKey,
  at,
  auditOf,
  bearer,
  createKey,
  createManager,
  credentialEvents,
  DAY_SECONDS,
  expectNowhereStored,
  freshIdempotencyKey,
  getAccessToken,
  KEY_SCOPES,
  type NewApiKey,
  secondsAfter,
  statusFor,
  storedTexts,
  TIMESTAMP,
  UUID_V7,
} from '../credentials.ts';

const service = await startTestService();
const request: InjectOptions = {
  method: 'POST',
  url: '/tokens',
  headers: asOperator,
  payload: { name: 'importer', scopes: ['questions:read', 'questions:write'] },
};

/** A key can manage neither tokens nor people. */

describe('201', () => {
  it('creates a key, returns its address and shows its secret to nobody else', async () => {
    const reply = await service.request(request);
    const key = reply.json<NewApiKey>();
    expect(reply.statusCode).toBe(201);
    expect(reply.headers['location']).toBe(`/tokens/${key.id}`);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(key).toEqual({
      id: expect.stringMatching(UUID_V7),
      kind: 'api_key',
      name: 'importer',
      scopes: ['questions:read', 'questions:write'],
      created_by: 'operator',
      created_at: expect.stringMatching(TIMESTAMP),
      expires_at: secondsAfter(key.created_at, 90 * DAY_SECONDS).toISOString(),
      last_used_at: null,
      revoked_at: null,
      version: 1,
      token: expect.stringMatching(/^qst_[0-9A-Za-z]{36}$/u),
    });
    const { token, ...rest } = key;
    expect(await getBody(service, `/tokens/${key.id}`, asOperator)).toEqual(rest);
    expect((await service.request({ url: '/tokens', headers: asOperator })).body).not.toContain(token);
  });

  it('keeps addresses under /v1 for a caller of /v1', async () => {
    const reply = await service.request({ ...request, url: '/v1/tokens' });
    expect(reply.headers['location']).toBe(`/v1/tokens/${reply.json<NewApiKey>().id}`);
  });

  it('creates a different secret with a valid checksum each time', async () => {
    const secrets = await Promise.all([1, 2, 3].map(async () => (await createKey(service)).token));
    expect(new Set(secrets).size).toBe(3);
    expect(secrets.filter((secret) => !isSecret('key', secret))).toEqual([]);
  });

  it('creates a key limited to its scopes', async () => {
    const closed = await startTestService({ ANONYMOUS_SCOPES: '' });
    const headers = bearer((await createKey(closed, { scopes: ['questions:read'] })).token);
    expect((await closed.request({ url: '/questions', headers })).statusCode).toBe(200);
    expectProblem(
      await closed.request({ method: 'POST', url: '/draws', headers: bearer('qst_unknown'), payload: {} }),
      401,
      'invalid_token',
    );
    const payload = { question_text: 'Why?', correct_answer: 'So', category: 'Science', difficulty: 0 };
    expectProblem(
      await closed.request({ method: 'POST', url: '/questions', headers, payload }),
      403,
      'insufficient_scope',
    );
    expectProblem(await closed.request({ url: '/tokens', headers }), 403, 'insufficient_scope');
  });

  it('stores each scope once, however often it is given', async () => {
    expect(await createKey(service, { scopes: ['events:read', 'events:read'] })).toMatchObject({
      scopes: ['events:read'],
    });
  });

  it('can give a key every scope except the management of tokens and people', async () => {
    expect((await createKey(service, { scopes: KEY_SCOPES })).scopes).toEqual(KEY_SCOPES);
  });

  it.each([
    ['a second', 1],
    ['a day', DAY_SECONDS],
    ['366 days', 366 * DAY_SECONDS],
  ])('ends a key after %s', async (_name, seconds) => {
    const now = new Date();
    const expires_at = secondsAfter(now, seconds);
    const key = await at(service, now, () => createKey(service, { expires_at: expires_at.toISOString() }));
    expect(key.expires_at).toBe(expires_at.toISOString());
    expect(await at(service, secondsAfter(expires_at, -0.001), () => statusFor(service, key.token))).toBe(200);
    expect(await at(service, expires_at, () => statusFor(service, key.token))).toBe(401);
  });

  it('ends a key at its expiry time, despite cached validation', async () => {
    const key = await createKey(service);
    expect(await statusFor(service, key.token)).toBe(200);
    service.clock.now = new Date(key.expires_at);
    const status = await statusFor(service, key.token);
    delete service.clock.now;
    expect(status).toBe(401);
  });

  it('records when a key was last used', async () => {
    const { id, token } = await createKey(service);
    expect(await statusFor(service, token)).toBe(200);
    await vi.waitFor(async () => {
      const { last_used_at } = await getBody<ApiKey>(service, `/tokens/${id}`, asOperator);
      expect(last_used_at).toMatch(TIMESTAMP);
    });
  });

  it('lets a manager other than the operator grant their own scopes, in their own name', async () => {
    const manager = await createManager(service, ['questions:play']);
    const key = await createKey(service, { scopes: ['questions:play'] }, manager.headers);
    expect(key.created_by).toBe(manager.principal);
    expect(await statusFor(service, key.token)).toBe(200);
  });

  it('is recorded in events and audit log, without the secret', async () => {
    const reply = await service.request({ ...request, headers: { ...asOperator, 'x-request-id': 'making-a-key' } });
    const { id, token } = reply.json<NewApiKey>();
    expect(await credentialEvents(service, id)).toEqual([
      { type: 'token.created', version: 1, changed: [], actor: 'operator' },
    ]);
    const entries = await auditOf(service, `token:${id}`);
    expect(entries).toMatchObject([
      {
        action: 'token.created',
        actor: 'operator',
        target: `token:${id}`,
        request_id: 'making-a-key',
        address: '127.0.0.1',
        details: { name: 'importer', scopes: ['questions:read', 'questions:write'] },
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  it('stores nothing that reveals the secret', async () => {
    const { token } = (
      await service.request({ ...request, headers: { ...asOperator, ...freshIdempotencyKey() } })
    ).json<NewApiKey>();
    expect(await storedTexts(service)).toContain('sealed:'); // the reply, for replays
    await expectNowhereStored(service, [token]);
  });

  replaysByKey(service, async () => request);

  it('shows the same secret again to the same token and idempotency key, and creates one key', async () => {
    const headers = { ...asOperator, ...freshIdempotencyKey() };
    const first = (await service.request({ ...request, headers })).json<NewApiKey>();
    const again = await service.request({ ...request, headers });
    expect(again.json()).toEqual(first);
    expect(again.headers['cache-control']).toBe('no-store');
    expect(await credentialEvents(service, first.id)).toHaveLength(1);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it('rejects tokens:manage for a key, even from the operator, and lists the scopes that can be granted', async () => {
    const payload = { name: 'x', scopes: ['questions:read', 'tokens:manage', 'audit:read', 'tokens:manage'] };
    const { errors } = expectProblem(await service.request({ ...request, payload }), 400, 'validation_error');
    expect(errors.map(({ code, pointer }) => `${pointer} ${code}`)).toEqual([
      '#/scopes/1 not_allowed',
      '#/scopes/3 not_allowed',
    ]);
    expect(errors[0]?.allowed).toEqual(KEY_SCOPES);
  });

  it('rejects each scope that the caller lacks', async () => {
    const { headers } = await createManager(service, ['questions:read']);
    const payload = { name: 'x', scopes: ['questions:write', 'questions:read', 'audit:read'] };
    const { errors } = expectProblem(await service.request({ ...request, headers, payload }), 400, 'validation_error');
    expect(errors.map(({ pointer }) => pointer)).toEqual(['#/scopes/0', '#/scopes/2']);
    expect(errors[0]?.allowed).toEqual(['questions:read']);
  });

  it.each([
    ['no name', { scopes: ['questions:read'] }, '#/name required'],
    ['an empty name', { name: '', scopes: ['questions:read'] }, '#/name too_short'],
    ['a name of 101 characters', { name: 'n'.repeat(101), scopes: ['questions:read'] }, '#/name too_long'],
    ['no scopes', { name: 'x' }, '#/scopes required'],
    ['an empty list of scopes', { name: 'x', scopes: [] }, '#/scopes too_short'],
    ['an unknown scope', { name: 'x', scopes: ['questions:read', 'root'] }, '#/scopes/1 not_allowed'],
    [
      'a field that does not exist',
      { name: 'x', scopes: ['questions:read'], kind: 'operator' },
      '#/kind unknown_field',
    ],
    ['a malformed time', { name: 'x', scopes: ['questions:read'], expires_at: 'soon' }, '#/expires_at invalid_format'],
    ['an unlimited lifetime', { name: 'x', scopes: ['questions:read'], expires_at: null }, '#/expires_at invalid_type'],
  ])('rejects %s', async (_name, payload, place) => {
    const reply = await service.request({ ...request, payload });
    expect(reply.statusCode).toBe(400);
    const { errors } = reply.json<{ errors: { code: string; pointer: string }[] }>();
    expect(errors.map(({ code, pointer }) => `${pointer} ${code}`)).toEqual([place]);
  });

  it.each([
    ['now', 0],
    ['in the past', -1],
    ['a millisecond past 366 days', 366 * DAY_SECONDS + 0.001],
  ])('rejects an expiry time that is %s', async (_name, seconds) => {
    const now = new Date();
    const payload = { name: 'x', scopes: ['questions:read'], expires_at: secondsAfter(now, seconds).toISOString() };
    const reply = await at(service, now, () => service.request({ ...request, payload }));
    const { errors } = expectProblem(reply, 400, 'validation_error');
    expect(errors).toMatchObject([{ code: 'out_of_range', pointer: '#/expires_at' }]);
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
    const payload = { name: 'x', scopes: ['questions:read'] };
    const first = await service.request({ ...request, payload, headers: { ...manager.headers, ...keyed } });
    expect(first.statusCode).toBe(201);
    const second = await service.request({ ...request, payload, headers: { ...other, ...keyed } });
    expectProblem(second, 422, 'idempotency_key_reused');
    const { token } = first.json<NewApiKey>();
    expect(second.body).not.toContain(token);
    expect(await storedTexts(service)).not.toContain(token);
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'tokens');
});
