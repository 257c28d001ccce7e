import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
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
  at,
  auditOf,
  bearer,
  createClient,
  createManager,
  DAY_SECONDS,
  expectAlike,
  expectNowhereStored,
  freshIdempotencyKey,
  getAccessToken,
  type Headers,
  type NewOauthClient,
  oauthRequest,
  secondsAfter,
  statusFor,
  UNKNOWN_ID,
} from '../credentials.ts';

const service = await startTestService();

const rotation = (id: string, payload: object = {}, headers: Headers = asOperator): InjectOptions => ({
  method: 'POST',
  url: `/clients/${id}/rotate`,
  headers,
  payload,
});

async function rotate(id: string, payload: object = {}, headers: Headers = asOperator): Promise<NewOauthClient> {
  const reply = await service.request(rotation(id, payload, headers));
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<NewOauthClient>();
}

/** Returns the status of a login with this secret. */
async function loginStatus(client_id: string, client_secret: string): Promise<number> {
  const login = oauthRequest('token', { client_id, client_secret }, { grant_type: 'client_credentials' });
  return (await service.request(login)).statusCode;
}

const prepare = async () => rotation((await createClient(service)).client_id);
const request = await prepare();

describe('200', () => {
  it('gives the client a new secret and changes nothing else', async () => {
    const { client_secret: before, ...client } = await createClient(service, { name: 'rotated' });
    const reply = await service.request(rotation(client.client_id));
    expect(reply.headers['cache-control']).toBe('no-store');
    const { client_secret: after, ...rotated } = reply.json<NewOauthClient>();
    expect(after).toMatch(/^qcs_[0-9A-Za-z]{36}$/u);
    expect(after).not.toBe(before);
    expect(rotated).toEqual(client);
    expect(await loginStatus(client.client_id, after)).toBe(200);
  });

  it('keeps the old secret valid for an hour by default', async () => {
    const now = new Date();
    const { client_id, client_secret } = await createClient(service);
    const { client_secret: next } = await at(service, now, () => rotate(client_id));
    const statuses = (seconds: number) =>
      at(service, secondsAfter(now, seconds), async () => [
        await loginStatus(client_id, client_secret),
        await loginStatus(client_id, next),
      ]);
    expect(await statuses(3599)).toEqual([200, 200]);
    expect(await statuses(3600)).toEqual([401, 200]);
  });

  it('ends the old secret at once with a grace of 0', async () => {
    const { client_id, client_secret } = await createClient(service);
    expect(await loginStatus(client_id, client_secret)).toBe(200);
    const { client_secret: next } = await rotate(client_id, { grace_seconds: 0 });
    expect([await loginStatus(client_id, client_secret), await loginStatus(client_id, next)]).toEqual([401, 200]);
  });

  it('ends the oldest of three secrets at once, whatever its grace period', async () => {
    const { client_id, client_secret: first } = await createClient(service);
    const { client_secret: second } = await rotate(client_id, { grace_seconds: 7 * DAY_SECONDS });
    const { client_secret: third } = await rotate(client_id, { grace_seconds: 60 });
    const statuses = await Promise.all([first, second, third].map((secret) => loginStatus(client_id, secret)));
    expect(statuses).toEqual([401, 200, 200]);
  });

  it('does not affect access tokens already issued', async () => {
    const client = await createClient(service);
    const { access_token } = await getAccessToken(service, client);
    await rotate(client.client_id, { grace_seconds: 0 });
    expect(await statusFor(service, access_token)).toBe(200);
  });

  it('lets a manager rotate their own client', async () => {
    const { headers } = await createManager(service, ['questions:read']);
    const { client_id } = await createClient(service, {}, headers);
    const { client_secret } = await rotate(client_id, {}, headers);
    expect(await loginStatus(client_id, client_secret)).toBe(200);
  });

  it('is recorded in the audit log, and stores neither secret', async () => {
    const { client_id, client_secret } = await createClient(service);
    const headers = { ...asOperator, ...freshIdempotencyKey(), 'x-request-id': 'rotating-a-client' };
    const next = await rotate(client_id, { grace_seconds: 9 }, headers);
    expect((await auditOf(service, `client:${client_id}`)).at(-1)).toMatchObject({
      action: 'client.rotated',
      actor: 'operator',
      request_id: 'rotating-a-client',
      details: { grace_seconds: 9 },
    });
    await expectNowhereStored(service, [client_secret, next.client_secret]);
  });

  replaysByKey(service, prepare);
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it.each([
    ['a negative grace period', { grace_seconds: -1 }, 'out_of_range'],
    ['a grace period of more than a week', { grace_seconds: 7 * DAY_SECONDS + 1 }, 'out_of_range'],
    ['a string', { grace_seconds: '60' }, 'invalid_type'],
  ])('rejects %s', async (_name, payload, code) => {
    const { errors } = expectProblem(await service.request({ ...request, payload }), 400, 'validation_error');
    expect(errors).toMatchObject([{ code, pointer: '#/grace_seconds' }]);
  });
});

describe('403', () => {
  it('rejects callers who would gain scopes that they lack', async () => {
    const manager = await createManager(service, ['questions:write']);
    const { client_id } = await createClient(service, { scopes: ['questions:write'] }, manager.headers);
    const narrow = await getAccessToken(service, manager, 'tokens:manage');
    const reply = await service.request(rotation(client_id, {}, bearer(narrow.access_token)));
    expect(expectProblem(reply, 403, 'insufficient_scope').detail).toContain('questions:write');
    expect(reply.body).not.toContain('qcs_');
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense', '%00'])('does not find %s', async (id) => {
    expectProblem(await service.request(rotation(id)), 404, 'client_not_found');
  });

  it('replies to a manager alike for a foreign client and an unknown one, and does not change it', async () => {
    const { headers } = await createManager(service);
    const { client_id: id, client_secret } = await createClient(service);
    const payload = { grace_seconds: 0 };
    expectAlike(
      'client_not_found',
      { id, reply: await service.request(rotation(id, payload, headers)) },
      { id: UNKNOWN_ID, reply: await service.request(rotation(UNKNOWN_ID, payload, headers)) },
    );
    expect(await loginStatus(id, client_secret)).toBe(200);
  });

  it('does not let a client rotate itself, since it belongs to its creator', async () => {
    const { client_id, headers } = await createManager(service);
    expectProblem(await service.request(rotation(client_id, {}, headers)), 404, 'client_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, prepare);
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('422', () => {
  rejectsReusedKeys(service, prepare, { grace_seconds: 7 });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'oauth_clients');
});
