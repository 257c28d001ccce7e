import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  answersWithoutDatabase,
  expectProblem,
  getBody,
  type ListBody,
  refusesLargeBodies,
  refusesOtherAccept,
  refusesOtherMediaTypes,
  refusesUnknownParameters,
  timesOut,
} from '../common.ts';
import {
  auditOf,
  createClient,
  createKey,
  createManager,
  expectAlike,
  getAccessToken,
  type Headers,
  type OauthClient,
  oauthRequest,
  statusFor,
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
  it('ends a client and its access tokens at once, though they were seen valid a moment ago', async () => {
    const client = await createClient(service);
    const tokens = [await getAccessToken(service, client), await getAccessToken(service, client)];
    for (const { access_token } of tokens) expect(await statusFor(service, access_token)).toBe(200);
    const answer = await service.request(deletion(client.client_id));
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({ client_id: client.client_id, deleted: true });
    for (const { access_token } of tokens) expect(await statusFor(service, access_token)).toBe(401);
    const login = await service.request(oauthRequest('token', client, { grant_type: 'client_credentials' }));
    expect(login.json()).toMatchObject({ error: 'invalid_client' });
  });

  it('leaves no row of the client or of its tokens', async () => {
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

  it('ends neither other clients nor the keys that the client has made', async () => {
    const manager = await createManager(service, ['questions:read']);
    const { token } = await createKey(service, {}, manager.headers);
    const other = await getAccessToken(service, untouched);
    await service.request(deletion(manager.client_id));
    expect(await statusFor(service, token)).toBe(200);
    expect(await statusFor(service, other.access_token)).toBe(200);
  });

  it('lets a manager delete a client of his own', async () => {
    const { headers } = await createManager(service, ['questions:read']);
    const { client_id } = await createClient(service, {}, headers);
    expect((await service.request(deletion(client_id, headers))).statusCode).toBe(200);
    expect(await getBody<ListBody<OauthClient>>(service, '/clients', headers)).toMatchObject({ data: [] });
  });

  it('tells the audit log, which remembers the client', async () => {
    const { client_id } = await createClient(service);
    await service.request(deletion(client_id, { ...asOperator, 'x-request-id': 'deleting' }));
    const entries = await auditOf(service, `client:${client_id}`);
    expect(entries.map(({ action }) => action)).toEqual(['client.created', 'client.deleted']);
    expect(entries.at(-1)).toMatchObject({ actor: 'operator', request_id: 'deleting', details: {} });
  });
});

describe('400', () => {
  refusesUnknownParameters(service, request);

  it('refuses a body that says something', async () => {
    const answer = await service.request({ ...request, payload: { reason: 'leaked' } });
    expect(expectProblem(answer, 400, 'unknown_field').errors).toMatchObject([{ pointer: '#/reason' }]);
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense', '%00'])('does not know %s', async (id) => {
    expectProblem(await service.request(deletion(id)), 404, 'client_not_found');
  });

  it('deletes a client once', async () => {
    const { client_id } = await createClient(service);
    await service.request(deletion(client_id));
    expectProblem(await service.request(deletion(client_id)), 404, 'client_not_found');
  });

  it('answers a manager about a foreign client as about one that does not exist, and leaves it as it is', async () => {
    const { headers } = await createManager(service);
    const client = await createClient(service);
    const id = client.client_id;
    expectAlike(
      'client_not_found',
      { id, answer: await service.request(deletion(id, headers)) },
      { id: UNKNOWN_ID, answer: await service.request(deletion(UNKNOWN_ID, headers)) },
    );
    expect(await getAccessToken(service, client)).toMatchObject({ token_type: 'Bearer' });
  });
});

describe('406', () => {
  refusesOtherAccept(service, request);
});

describe('413', () => {
  refusesLargeBodies(service, request);
});

describe('415', () => {
  refusesOtherMediaTypes(service, request);
});

describe('503', () => {
  answersWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'oauth_clients');
});
