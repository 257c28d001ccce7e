import { describe, expect, it } from 'vitest';
import { asOperator, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  type ListBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { createClient, createManager, type Headers, type OauthClient } from '../credentials.ts';

const service = await startTestService();
const url = '/clients';
const request = { url, headers: asOperator };
const manager = await createManager(service, ['questions:read']);
for (const name of ['one', 'two', 'three', 'four']) {
  await createClient(service, { name }, name === 'two' || name === 'four' ? manager.headers : asOperator);
}
const names = ['manager', 'one', 'two', 'three', 'four'];

const list = (query = '', headers: Headers = asOperator) =>
  getBody<ListBody<OauthClient>>(service, `${url}${query}`, headers);
const namesIn = (page: ListBody<OauthClient>) => page.data.map((client) => client.name);

describe('200', () => {
  it('shows the operator all clients in creation order, without secrets', async () => {
    const page = await list();
    expect(namesIn(page)).toEqual(names);
    expect(page.pagination).toEqual({ limit: 20, offset: 0, total: 5, has_more: false, next_cursor: null });
    for (const client of page.data) {
      expect(Object.keys(client).sort()).toEqual([
        'client_id',
        'created_at',
        'created_by',
        'id',
        'last_used_at',
        'name',
        'scopes',
      ]);
    }
    expect(JSON.stringify(page)).not.toMatch(/qcs_/u);
  });

  it('shows a manager their own clients, not themselves, and counts only those', async () => {
    const page = await list('', manager.headers);
    expect(namesIn(page)).toEqual(['two', 'four']);
    expect(page.data.map((client) => client.created_by)).toEqual([manager.principal, manager.principal]);
    expect(page.pagination.total).toBe(2);
  });

  it.each([1, 2, 3, 4])('returns the same clients by cursor and by offset, %i at a time', async (limit) => {
    let page = await list(`?limit=${limit}`);
    const walked = namesIn(page);
    const leafed = namesIn(page);
    while (page.pagination.has_more) {
      const next = await list(`?limit=${limit}&offset=${leafed.length}`);
      leafed.push(...namesIn(next));
      page = await list(`?limit=${limit}&cursor=${page.pagination.next_cursor}`);
      walked.push(...namesIn(page));
      expect(page.pagination).toMatchObject({ offset: null, total: 5, has_more: next.pagination.has_more });
    }
    expect(walked).toEqual(names);
    expect(leafed).toEqual(names);
  });

  it('links to the next page', async () => {
    const reply = await service.request({ ...request, url: `/v1${url}?limit=2&offset=1` });
    const [, target = ''] = /^<(\/v1[^>]+)>; rel="next"$/u.exec(String(reply.headers.link)) ?? [];
    expect(namesIn(await getBody(service, target, asOperator))).toEqual(['three', 'four']);
    expect((await service.request(request)).headers.link).toBeUndefined();
  });

  it('returns no rows past the end, and the true total', async () => {
    const page = await list('?offset=5');
    expect(page.data).toEqual([]);
    expect(page.pagination).toEqual({ limit: 20, offset: 5, total: 5, has_more: false, next_cursor: null });
  });
});

describe('304', () => {
  it('sends no body to a caller with the current list', async () => {
    const other = await startTestService();
    await createClient(other);
    const { etag } = (await other.request(request)).headers;
    const headers = { ...asOperator, 'if-none-match': String(etag) };
    const again = await other.request({ url, headers });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    await createClient(other);
    expect((await other.request({ url, headers })).statusCode).toBe(200);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['offset=-1', 'offset'],
    ['offset=x', 'offset'],
  ])('rejects %s', async (query, parameter) => {
    const reply = await service.request({ ...request, url: `${url}?${query}` });
    expect(expectProblem(reply, 400, 'validation_error').errors).toMatchObject([{ parameter }]);
  });

  it('rejects a cursor that is damaged, belongs to another caller or is combined with an offset', async () => {
    const cursor = String((await list('?limit=2')).pagination.next_cursor);
    const damaged = await service.request({ ...request, url: `${url}?cursor=A${cursor.slice(1)}` });
    expectProblem(damaged, 400, 'invalid_cursor');
    const foreign = await service.request({ url: `${url}?cursor=${cursor}`, headers: manager.headers });
    expectProblem(foreign, 400, 'invalid_cursor');
    const both = await service.request({ ...request, url: `${url}?cursor=${cursor}&offset=0` });
    expectProblem(both, 400, 'conflicting_parameters');
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
