import type { InjectOptions } from 'fastify';
import type { QueryConfig, QueryResultRow } from 'pg';
import { describe, expect, it } from 'vitest';
import { digestSecret } from '../../../src/domain/tokens/secret.ts';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import {
  type ApiKey,
  auditOf,
  createKey,
  createManager,
  credentialEvents,
  expectAlike,
  type Headers,
  type NewApiKey,
  statusFor,
  TIMESTAMP,
  UNKNOWN_ID,
} from '../credentials.ts';

const service = await startTestService();
const revocation = (id: string, headers: Headers = asOperator): InjectOptions => ({
  method: 'DELETE',
  url: `/tokens/${id}`,
  headers,
});
const { id: untouched } = await createKey(service);
const request = revocation(untouched);

describe('200', () => {
  it('ends a key at once, despite cached validation', async () => {
    const { id, token } = await createKey(service);
    expect(await statusFor(service, token)).toBe(200);
    const reply = await service.request(revocation(id));
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({ id, revoked: true, revoked_at: expect.stringMatching(TIMESTAMP) });
    expect(await statusFor(service, token)).toBe(401);
  });

  it('ends a key at once, even if a running lookup has found it valid', async () => {
    const { id, token } = await createKey(service);
    const lookUp = holdLookUp(digestSecret(token));
    const early = statusFor(service, token);
    await lookUp.found;
    await service.request(revocation(id));
    expect(await statusFor(service, token)).toBe(401);
    lookUp.goOn();
    expect(await early).toBe(200);
    expect(await statusFor(service, token)).toBe(401);
  });

  it('keeps the record of the key, with the time of revocation', async () => {
    const { token: _secret, ...key } = await createKey(service);
    const { revoked_at } = (await service.request(revocation(key.id))).json<ApiKey>();
    expect(await getBody(service, `/tokens/${key.id}`, asOperator)).toEqual({ ...key, revoked_at, version: 2 });
  });

  it('ends a rotated secret with the key, whatever its grace period', async () => {
    const { id, token } = await createKey(service);
    const rotated = await service.request({
      method: 'POST',
      url: `/tokens/${id}/rotate`,
      headers: asOperator,
      payload: {},
    });
    const { token: next } = rotated.json<NewApiKey>();
    await service.request(revocation(id));
    expect([await statusFor(service, token), await statusFor(service, next)]).toEqual([401, 401]);
  });

  it('ends no other key', async () => {
    const [first, second] = [await createKey(service), await createKey(service)];
    await service.request(revocation(first.id));
    expect(await statusFor(service, second.token)).toBe(200);
  });

  it('lets a manager revoke their own key, and the operator any key', async () => {
    const { headers } = await createManager(service, ['questions:read']);
    const [first, second] = [await createKey(service, {}, headers), await createKey(service, {}, headers)];
    expect((await service.request(revocation(first.id, headers))).statusCode).toBe(200);
    expect((await service.request(revocation(second.id))).statusCode).toBe(200);
  });

  it('is recorded in events and audit log', async () => {
    const { id } = await createKey(service);
    await service.request(revocation(id, { ...asOperator, 'x-request-id': 'revoking' }));
    expect(await credentialEvents(service, id)).toMatchObject([
      { type: 'token.created', version: 1 },
      { type: 'token.revoked', version: 2, changed: [], actor: 'operator' },
    ]);
    expect((await auditOf(service, `token:${id}`)).at(-1)).toMatchObject({
      action: 'token.revoked',
      actor: 'operator',
      request_id: 'revoking',
      details: {},
    });
  });
});

/** Blocks the next lookup of this credential until it is released. */
function holdLookUp(digest: Buffer): { found: Promise<void>; goOn: () => void } {
  const { access } = service.deps.db;
  const query = access.query.bind(access);
  const [found, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  access.query = async <Row extends QueryResultRow>(statement: QueryConfig) => {
    const result = await query<Row>(statement);
    const [digests] = (statement.values ?? []) as unknown[];
    if (Array.isArray(digests) && digests.some((one) => Buffer.isBuffer(one) && one.equals(digest))) {
      access.query = query;
      found.resolve();
      await held.promise;
    }
    return result;
  };
  return { found: found.promise, goOn: held.resolve };
}

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it('rejects a body with members', async () => {
    const reply = await service.request({ ...request, payload: { reason: 'leaked' } });
    expect(expectProblem(reply, 400, 'unknown_field').errors).toMatchObject([{ pointer: '#/reason' }]);
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense', '%00'])('does not find %s', async (id) => {
    expectProblem(await service.request(revocation(id)), 404, 'token_not_found');
  });

  it('revokes a key once', async () => {
    const { id } = await createKey(service);
    await service.request(revocation(id));
    expectProblem(await service.request(revocation(id)), 404, 'token_not_found');
    expect(await credentialEvents(service, id)).toHaveLength(2);
  });

  it("lets nobody but the operator revoke the operator's token", async () => {
    const { token_id } = await getBody<{ token_id: string }>(service, '/tokens/current', asOperator);
    const { headers } = await createManager(service);
    expectProblem(await service.request(revocation(token_id, headers)), 404, 'token_not_found');
  });

  it('replies to a manager alike for a foreign key and an unknown one, and does not change it', async () => {
    const { headers } = await createManager(service);
    const { id, token } = await createKey(service);
    expectAlike(
      'token_not_found',
      { id, reply: await service.request(revocation(id, headers)) },
      { id: UNKNOWN_ID, reply: await service.request(revocation(UNKNOWN_ID, headers)) },
    );
    expect(await statusFor(service, token)).toBe(200);
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'tokens');
});
