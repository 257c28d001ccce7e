import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
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
  at,
  auditOf,
  bearer,
  createKey,
  createManager,
  credentialEvents,
  DAY_SECONDS,
  expectAlike,
  expectNowhereStored,
  freshIdempotencyKey,
  getAccessToken,
  type Headers,
  type NewApiKey,
  secondsAfter,
  statusFor,
  UNKNOWN_ID,
} from '../credentials.ts';

const service = await startTestService();

const rotation = (id: string, payload: object = {}, headers: Headers = asOperator): InjectOptions => ({
  method: 'POST',
  url: `/tokens/${id}/rotate`,
  headers,
  payload,
});

async function rotate(id: string, payload: object = {}, headers: Headers = asOperator): Promise<NewApiKey> {
  const reply = await service.request(rotation(id, payload, headers));
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<NewApiKey>();
}

const prepare = async () => rotation((await createKey(service)).id);
const request = await prepare();

describe('200', () => {
  it('gives the key a new secret and changes nothing else', async () => {
    const { token: before, ...key } = await createKey(service, { name: 'rotated', scopes: ['events:read'] });
    const reply = await service.request(rotation(key.id));
    const { token: after, ...rotated } = reply.json<NewApiKey>();
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(after).toMatch(/^qst_[0-9A-Za-z]{36}$/u);
    expect(after).not.toBe(before);
    expect(rotated).toEqual({ ...key, version: 2, expires_at: rotated.expires_at });
    expect(await getBody(service, `/tokens/${key.id}`, asOperator)).toEqual(rotated);
    expect(await statusFor(service, after)).toBe(200);
  });

  it('keeps the old secret valid for an hour by default', async () => {
    const now = new Date();
    const { id, token } = await createKey(service);
    const { token: next } = await at(service, now, () => rotate(id));
    const statuses = (seconds: number) =>
      at(service, secondsAfter(now, seconds), async () => [
        await statusFor(service, token),
        await statusFor(service, next),
      ]);
    expect(await statuses(3599)).toEqual([200, 200]);
    expect(await statuses(3600)).toEqual([401, 200]);
  });

  it.each([1, 60, 7 * DAY_SECONDS])('keeps the old secret valid for %i seconds on request', async (grace_seconds) => {
    const now = new Date();
    const { id, token } = await createKey(service);
    await at(service, now, () => rotate(id, { grace_seconds }));
    const statusAfter = (seconds: number) => at(service, secondsAfter(now, seconds), () => statusFor(service, token));
    expect(await statusAfter(grace_seconds - 0.001)).toBe(200);
    expect(await statusAfter(grace_seconds)).toBe(401);
  });

  it('ends the old secret at once with a grace of 0, despite cached validation', async () => {
    const { id, token } = await createKey(service);
    expect(await statusFor(service, token)).toBe(200);
    const { token: next } = await rotate(id, { grace_seconds: 0 });
    expect(await statusFor(service, token)).toBe(401);
    expect(await statusFor(service, next)).toBe(200);
  });

  it('ends the oldest of three secrets at once, whatever its grace period', async () => {
    const { id, token: first } = await createKey(service);
    const { token: second } = await rotate(id, { grace_seconds: 7 * DAY_SECONDS });
    expect(await statusFor(service, first)).toBe(200);
    const { token: third, version } = await rotate(id, { grace_seconds: 60 });
    expect(version).toBe(3);
    const statuses = await Promise.all([first, second, third].map((token) => statusFor(service, token)));
    expect(statuses).toEqual([401, 200, 200]);
  });

  it.each([
    ['by default', undefined, 90 * DAY_SECONDS],
    ['to the requested one', 10 * DAY_SECONDS, 10 * DAY_SECONDS],
  ])('restarts the lifetime %s', async (_name, given, lifetime) => {
    const made = new Date();
    const expires_at = given === undefined ? undefined : secondsAfter(made, given).toISOString();
    const { id } = await at(service, made, () => createKey(service, { expires_at }));
    const later = secondsAfter(made, 5 * DAY_SECONDS);
    const rotated = await at(service, later, () => rotate(id));
    expect(rotated.expires_at).toBe(secondsAfter(later, lifetime).toISOString());
    expect(rotated.created_at).toBe(made.toISOString());
  });

  it('lets a manager rotate their own key', async () => {
    const { headers } = await createManager(service, ['questions:read']);
    const { id } = await createKey(service, {}, headers);
    expect(await statusFor(service, (await rotate(id, {}, headers)).token)).toBe(200);
  });

  it('is recorded in events and audit log, without the secrets', async () => {
    const { id, token } = await createKey(service);
    const next = await rotate(
      id,
      { grace_seconds: 5 },
      { ...asOperator, 'x-request-id': 'rotating', ...freshIdempotencyKey() },
    );
    expect(await credentialEvents(service, id)).toMatchObject([
      { type: 'token.created', version: 1 },
      { type: 'token.rotated', version: 2, changed: [], actor: 'operator' },
    ]);
    expect((await auditOf(service, `token:${id}`)).at(-1)).toMatchObject({
      action: 'token.rotated',
      actor: 'operator',
      request_id: 'rotating',
      details: { grace_seconds: 5 },
    });
    await expectNowhereStored(service, [token, next.token]);
  });

  replaysByKey(service, prepare);

  it('rotates once however often a key is repeated', async () => {
    const { id } = await createKey(service);
    const headers = { ...asOperator, ...freshIdempotencyKey() };
    const first = await rotate(id, { grace_seconds: 0 }, headers);
    expect(await rotate(id, { grace_seconds: 0 }, headers)).toEqual(first);
    expect(await statusFor(service, first.token)).toBe(200);
    expect(await getBody(service, `/tokens/${id}`, asOperator)).toMatchObject({ version: 2 });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it.each([
    ['a negative grace period', { grace_seconds: -1 }, 'out_of_range'],
    ['a grace period of more than a week', { grace_seconds: 7 * DAY_SECONDS + 1 }, 'out_of_range'],
    ['half a second', { grace_seconds: 0.5 }, 'invalid_type'],
    ['a string', { grace_seconds: '60' }, 'invalid_type'],
  ])('rejects %s', async (_name, payload, code) => {
    const reply = await service.request({ ...request, payload });
    const { errors } = expectProblem(reply, 400, 'validation_error');
    expect(errors).toMatchObject([{ code, pointer: '#/grace_seconds' }]);
  });
});

describe('403', () => {
  it('rejects callers who would gain scopes that they lack', async () => {
    const manager = await createManager(service, ['questions:write']);
    const { id, token } = await createKey(service, { scopes: ['questions:write'] }, manager.headers);
    const narrow = await getAccessToken(service, manager, 'tokens:manage');
    const reply = await service.request(rotation(id, {}, bearer(narrow.access_token)));
    expect(expectProblem(reply, 403, 'insufficient_scope').detail).toContain('questions:write');
    expect(reply.body).not.toContain('qst_');
    expect(await statusFor(service, token)).toBe(200);
    expect((await service.request(rotation(id, {}, manager.headers))).statusCode).toBe(200);
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense', '%00'])('does not find %s', async (id) => {
    expectProblem(await service.request(rotation(id)), 404, 'token_not_found');
  });

  it('rejects a revoked or expired key', async () => {
    const revoked = await createKey(service);
    await service.request({ method: 'DELETE', url: `/tokens/${revoked.id}`, headers: asOperator });
    expectProblem(await service.request(rotation(revoked.id)), 404, 'token_not_found');
    const expired = await createKey(service);
    const reply = await at(service, new Date(expired.expires_at), () => service.request(rotation(expired.id)));
    expectProblem(reply, 404, 'token_not_found');
  });

  it('never rotates the credential of the operator', async () => {
    const { token_id } = await getBody<{ token_id: string }>(service, '/tokens/current', asOperator);
    expectProblem(await service.request(rotation(token_id)), 404, 'token_not_found');
  });

  it('replies to a manager alike for a foreign key and an unknown one, and does not change it', async () => {
    const { headers } = await createManager(service);
    const { id, token } = await createKey(service);
    expectAlike(
      'token_not_found',
      { id, reply: await service.request(rotation(id, { grace_seconds: 0 }, headers)) },
      { id: UNKNOWN_ID, reply: await service.request(rotation(UNKNOWN_ID, { grace_seconds: 0 }, headers)) },
    );
    expect(await statusFor(service, token)).toBe(200);
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
  timesOut(request, 'tokens');
});
