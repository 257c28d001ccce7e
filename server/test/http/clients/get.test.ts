import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { createClient, createManager, expectAlike, UNKNOWN_ID } from '../credentials.ts';

const service = await startTestService();
const { client_secret, ...client } = await createClient(service);
const url = `/clients/${client.client_id}`;
const request = { url, headers: asOperator };

describe('200', () => {
  it('returns the client as it was created, without its secret', async () => {
    const reply = await service.request(request);
    expect(reply.json()).toEqual(client);
    expect(reply.body).not.toContain(client_secret);
  });

  it('shows a client to its manager and to the operator', async () => {
    const { headers } = await createManager(service, ['questions:read']);
    const { client_secret: _secret, ...own } = await createClient(service, {}, headers);
    expect(await getBody(service, `/clients/${own.client_id}`, headers)).toEqual(own);
    expect(await getBody(service, `/clients/${own.client_id}`, asOperator)).toEqual(own);
  });
});

describe('304', () => {
  it('sends no body while the client stays as it is', async () => {
    const headers = { ...asOperator, 'if-none-match': String((await service.request(request)).headers.etag) };
    expect((await service.request({ url, headers })).statusCode).toBe(304);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (id) => {
    expectProblem(await service.request({ ...request, url: `/clients/${id}` }), 404, 'client_not_found');
  });

  it('replies to a manager alike for a foreign client and an unknown one', async () => {
    const { headers } = await createManager(service);
    const ask = (id: string) => service.request({ url: `/clients/${id}`, headers });
    expectAlike(
      'client_not_found',
      { id: client.client_id, reply: await ask(client.client_id) },
      { id: UNKNOWN_ID, reply: await ask(UNKNOWN_ID) },
    );
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'oauth_clients');
});
