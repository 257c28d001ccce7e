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
import { createKey, createManager, expectAlike, UNKNOWN_ID } from '../credentials.ts';

const service = await startTestService();
const { token, ...key } = await createKey(service, { name: 'looked at' });
const url = `/tokens/${key.id}`;
const request = { url, headers: asOperator };

describe('200', () => {
  it('returns the key as it was created, without its secret', async () => {
    const reply = await service.request(request);
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual(key);
    expect(reply.body).not.toContain(token);
  });

  it('serves the same under /v1 and accepts the id in upper case', async () => {
    expect(await getBody(service, `/v1/tokens/${key.id.toUpperCase()}`, asOperator)).toEqual(key);
  });

  it('shows a key to its manager and to the operator', async () => {
    const { headers } = await createManager(service, ['questions:read']);
    const { token: _secret, ...own } = await createKey(service, {}, headers);
    expect(await getBody(service, `/tokens/${own.id}`, headers)).toEqual(own);
    expect(await getBody(service, `/tokens/${own.id}`, asOperator)).toEqual(own);
  });
});

describe('304', () => {
  it('sends no body until the key changes', async () => {
    const { id } = await createKey(service);
    const seen = await service.request({ url: `/tokens/${id}`, headers: asOperator });
    const headers = { ...asOperator, 'if-none-match': String(seen.headers.etag) };
    const same = await service.request({ url: `/tokens/${id}`, headers });
    expect(same.statusCode).toBe(304);
    expect(same.body).toBe('');
    await service.request({ method: 'DELETE', url: `/tokens/${id}`, headers: asOperator });
    expect((await service.request({ url: `/tokens/${id}`, headers })).statusCode).toBe(200);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense', '1', '%00', `${key.id}x`])('does not find %s', async (id) => {
    expectProblem(await service.request({ ...request, url: `/tokens/${id}` }), 404, 'token_not_found');
  });

  it("shows the operator's own token to nobody else", async () => {
    const { token_id } = await getBody<{ token_id: string }>(service, '/tokens/current', asOperator);
    const url = `/tokens/${token_id}`;
    expect(await getBody(service, url, asOperator)).toMatchObject({ id: token_id, kind: 'operator' });
    const { headers } = await createManager(service);
    expectProblem(await service.request({ url, headers }), 404, 'token_not_found');
  });

  it('replies to a manager alike for a foreign key and an unknown one', async () => {
    const { headers } = await createManager(service);
    const ask = (id: string) => service.request({ url: `/tokens/${id}`, headers });
    expectAlike(
      'token_not_found',
      { id: key.id, reply: await ask(key.id) },
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
  timesOut(request, 'tokens');
});
