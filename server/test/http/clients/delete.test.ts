import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { MAX_AT_ONCE } from '../../../src/routes/clients/delete/end-client.ts';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  type ListBody,
  rejectsLargeBodies,
  rejectsOtherAccept,
  rejectsOtherMediaTypes,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import {
  auditOf,
  bearer,
  createClient,
  createKey,
  createManager,
  credentialEvents,
  expectAlike,
  getAccessToken,
  type Headers,
  type OauthClient,
  oauthRequest,
  statusFor,
  TIMESTAMP,
  UNKNOWN_ID,
} from '../credentials.ts';

const service = await startTestService();
const deletion = (id: string, headers: Headers = asOperator): InjectOptions => ({
  method: 'DELETE',
  url: `/clients/${id}`,
  headers,
});
const untouched = await createClient(service);
const request = deletion(untouched.client_id);

describe('200', () => {
  it('ends a client and its access tokens at once, despite cached validation', async () => {
    const client = await createClient(service);
    const tokens = [await getAccessToken(service, client), await getAccessToken(service, client)];
    for (const { access_token } of tokens) expect(await statusFor(service, access_token)).toBe(200);
    const reply = await service.request(deletion(client.client_id));
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toMatchObject({ id: client.client_id, client_id: client.client_id, deleted: true });
    for (const { access_token } of tokens) expect(await statusFor(service, access_token)).toBe(401);
    const login = await service.request(oauthRequest('token', client, { grant_type: 'client_credentials' }));
    expect(login.json()).toMatchObject({ error: 'invalid_client' });
  });

  it('deletes the rows of the client and of its tokens', async () => {
    const client = await createClient(service);
    await getAccessToken(service, client);
    await service.request(deletion(client.client_id.toUpperCase()));
    const { rows } = await service.deps.db.reads.query<{ left: number }>({
      text: `select (select count(*) from oauth_clients where id = $1)::int
                  + (select count(*) from access_tokens where client_id = $1)::int as left`,
      values: [client.client_id],
    });
    expect(rows).toEqual([{ left: 0 }]);
  });

  it('ends only the keys that the client has created, despite cached validation', async () => {
    const manager = await createManager(service, ['questions:read']);
    const made = await createKey(service, {}, manager.headers);
    const foreign = await createKey(service);
    const other = await getAccessToken(service, untouched);
    expect(await statusFor(service, made.token)).toBe(200);
    await service.request(deletion(manager.client_id));
    expect(await statusFor(service, made.token)).toBe(401);
    expect(await statusFor(service, foreign.token)).toBe(200);
    expect(await statusFor(service, other.access_token)).toBe(200);
    const { revoked_at } = await getBody<{ revoked_at: string | null }>(service, `/tokens/${made.id}`, asOperator);
    expect(revoked_at).toMatch(TIMESTAMP);
    expect((await auditOf(service, `token:${made.id}`)).at(-1)).toMatchObject({
      action: 'token.revoked',
      actor: 'operator',
      details: { made_by: manager.principal },
    });
    expect((await credentialEvents(service, made.id)).at(-1)).toMatchObject({ type: 'token.revoked', version: 2 });
  });

  it('ends the clients that the client has created, and everything those have created', async () => {
    const first = await createManager(service, ['questions:read']);
    const second = await createClient(service, { scopes: ['tokens:manage', 'questions:read'] }, first.headers);
    const asSecond = bearer((await getAccessToken(service, second)).access_token);
    const third = await createClient(service, {}, asSecond);
    const { token } = await createKey(service, {}, asSecond);
    const { access_token } = await getAccessToken(service, third);
    await service.request(deletion(first.client_id));
    expect([await statusFor(service, token), await statusFor(service, access_token)]).toEqual([401, 401]);
    const { rows } = await service.deps.db.reads.query('select from oauth_clients where id = any($1)', [
      [first.client_id, second.client_id, third.client_id],
    ]);
    expect(rows).toHaveLength(0);
    expect((await auditOf(service, `client:${third.client_id}`)).at(-1)).toMatchObject({
      action: 'client.deleted',
      details: { made_by: `client:${second.client_id}` },
    });
  });

  it('ends ten times as many as one transaction may end', async () => {
    const manager = await createManager(service, ['questions:read']);
    const count = 10 * MAX_AT_ONCE;
    await service.deps.db.writes.query({
      text: `insert into tokens (id, kind, name, scopes, created_by, created_at, expires_at, lifetime, version, digest)
             select gen_random_uuid(), 'api_key', 'many', '{questions:read}', $1, now(), now() + interval '1 day', interval '1 day', 1,
                    sha256(gen_random_uuid()::text::bytea)
               from generate_series(1, ${count})`,
      values: [manager.principal],
    });
    expect((await service.request(deletion(manager.client_id))).statusCode).toBe(200);
    const { rows } = await service.deps.db.reads.query({
      text: `select count(*)::integer as ended, count(*) filter (where revoked_at is null)::integer as live
               from tokens where created_by = $1`,
      values: [manager.principal],
    });
    expect(rows).toEqual([{ ended: count, live: 0 }]);
  });

  it('ends a chain of clients that is longer than one transaction may end', async () => {
    const ids = Array.from({ length: 2 * MAX_AT_ONCE }, () => service.deps.newId());
    await service.deps.db.writes.query({
      text: `insert into oauth_clients (id, name, scopes, created_by, created_at, digest)
             select id, 'link', '{tokens:manage}', maker, now(), sha256(id::text::bytea)
               from unnest($1::uuid[], $2::text[]) as given (id, maker)`,
      values: [ids, ['operator', ...ids.map((id) => `client:${id}`)].slice(0, ids.length)],
    });
    expect((await service.request(deletion(ids[0] ?? ''))).statusCode).toBe(200);
    const { rows } = await service.deps.db.reads.query('select from oauth_clients where id = any($1)', [ids]);
    expect(rows).toHaveLength(0);
  }, 300_000);

  it('lets nobody create a key for a client that has just been deleted on another node', async () => {
    const manager = await createManager(service, ['questions:read']);
    await createKey(service, {}, manager.headers); // now it is cached here
    await service.deps.db.writes.query('delete from oauth_clients where id = $1', [manager.client_id]);
    for (const url of ['/tokens', '/clients']) {
      const payload = { name: 'late', scopes: ['questions:read'] };
      const reply = await service.request({ method: 'POST', url, headers: manager.headers, payload });
      expectProblem(reply, 401, 'invalid_token');
    }
  });

  it('lets a manager delete their own client', async () => {
    const { headers } = await createManager(service, ['questions:read']);
    const { client_id } = await createClient(service, {}, headers);
    expect((await service.request(deletion(client_id, headers))).statusCode).toBe(200);
    expect(await getBody<ListBody<OauthClient>>(service, '/clients', headers)).toMatchObject({ data: [] });
  });

  it('is recorded in the audit log, which keeps the name of the client', async () => {
    const { client_id } = await createClient(service);
    await service.request(deletion(client_id, { ...asOperator, 'x-request-id': 'deleting' }));
    const entries = await auditOf(service, `client:${client_id}`);
    expect(entries.map(({ action }) => action)).toEqual(['client.created', 'client.deleted']);
    expect(entries.at(-1)).toMatchObject({ actor: 'operator', request_id: 'deleting', details: {} });
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it('rejects a body with members', async () => {
    const reply = await service.request({ ...request, payload: { reason: 'leaked' } });
    expect(expectProblem(reply, 400, 'unknown_field').errors).toMatchObject([{ pointer: '#/reason' }]);
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense', '%00'])('does not find %s', async (id) => {
    expectProblem(await service.request(deletion(id)), 404, 'client_not_found');
  });

  it('deletes a client once', async () => {
    const { client_id } = await createClient(service);
    await service.request(deletion(client_id));
    expectProblem(await service.request(deletion(client_id)), 404, 'client_not_found');
  });

  it('replies to a manager alike for a foreign client and an unknown one, and does not change it', async () => {
    const { headers } = await createManager(service);
    const client = await createClient(service);
    const id = client.client_id;
    expectAlike(
      'client_not_found',
      { id, reply: await service.request(deletion(id, headers)) },
      { id: UNKNOWN_ID, reply: await service.request(deletion(UNKNOWN_ID, headers)) },
    );
    expect(await getAccessToken(service, client)).toMatchObject({ token_type: 'Bearer' });
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
  timesOut(request, 'oauth_clients');
});
