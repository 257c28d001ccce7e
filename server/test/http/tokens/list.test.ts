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
import { type ApiKey, createKey, createManager, type Headers } from '../credentials.ts';

const service = await startTestService();
const url = '/tokens';
const request = { url, headers: asOperator };
const manager = await createManager(service, ['questions:read']);
/** The operator's own token is among them. */
const names = ['configured', 'one', 'two', 'three', 'four', 'five'];
for (const name of names.slice(1)) {
  await createKey(service, { name }, name === 'two' || name === 'five' ? manager.headers : asOperator);
}

const list = (query = '', headers: Headers = asOperator) =>
  getBody<ListBody<ApiKey>>(service, `${url}${query}`, headers);
const namesIn = (page: ListBody<ApiKey>) => page.data.map((key) => key.name);

describe('200', () => {
  it('shows the operator all tokens in creation order, without secrets', async () => {
    const page = await list();
    expect(namesIn(page)).toEqual(names);
    expect(page.pagination).toEqual({ limit: 20, offset: 0, total: 6, has_more: false, next_cursor: null });
    for (const key of page.data) {
      expect(Object.keys(key).sort()).toEqual([
        'created_at',
        'created_by',
        'expires_at',
        'id',
        'kind',
        'last_used_at',
        'name',
        'revoked_at',
        'scopes',
        'version',
      ]);
    }
    expect(JSON.stringify(page)).not.toMatch(/qst_/u);
  });

  it('shows a manager their own keys and counts only those', async () => {
    const page = await list('', manager.headers);
    expect(namesIn(page)).toEqual(['two', 'five']);
    expect(page.data.map((key) => key.created_by)).toEqual([manager.principal, manager.principal]);
    expect(page.pagination.total).toBe(2);
  });

  it("shows the operator's own token only to the operator", async () => {
    expect((await list()).data[0]).toMatchObject({ kind: 'operator', name: 'configured', expires_at: null });
    expect((await list('', manager.headers)).data.map(({ kind }) => kind)).toEqual(['api_key', 'api_key']);
  });

  it('keeps revoked keys in the list, with the time of revocation', async () => {
    const other = await startTestService();
    const { id } = await createKey(other);
    await other.request({ method: 'DELETE', url: `${url}/${id}`, headers: asOperator });
    const page = await getBody<ListBody<ApiKey>>(other, url, asOperator);
    expect(page.data[1]).toMatchObject({ id, revoked_at: expect.any(String) as string });
  });

  it.each([1, 2, 3, 4])('returns the same keys by cursor and by offset, %i at a time', async (limit) => {
    let page = await list(`?limit=${limit}`);
    const walked = namesIn(page);
    const leafed = namesIn(page);
    while (page.pagination.has_more) {
      const next = await list(`?limit=${limit}&offset=${leafed.length}`);
      leafed.push(...namesIn(next));
      page = await list(`?limit=${limit}&cursor=${page.pagination.next_cursor}`);
      walked.push(...namesIn(page));
      expect(page.pagination).toMatchObject({ offset: null, total: 6, has_more: next.pagination.has_more });
    }
    expect(walked).toEqual(names);
    expect(leafed).toEqual(names);
  });

  it('links to the next page', async () => {
    const reply = await service.request({ ...request, url: `/v1${url}?limit=2&offset=2` });
    const [, target = ''] = /^<(\/v1[^>]+)>; rel="next"$/u.exec(String(reply.headers.link)) ?? [];
    expect(namesIn(await getBody(service, target, asOperator))).toEqual(['four', 'five']);
    expect((await service.request(request)).headers.link).toBeUndefined();
  });

  it('returns no rows past the end, and the true total', async () => {
    const page = await list('?offset=6');
    expect(page.data).toEqual([]);
    expect(page.pagination).toEqual({ limit: 20, offset: 6, total: 6, has_more: false, next_cursor: null });
  });
});

describe('304', () => {
  it('sends no body to a caller with the current list', async () => {
    const { etag } = (await service.request(request)).headers;
    const headers = { ...asOperator, 'if-none-match': String(etag) };
    const again = await service.request({ url, headers });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
    expect((await service.request({ url: `${url}?limit=1`, headers })).statusCode).toBe(200);
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
    const ofClients = await service.request({ ...request, url: `/clients?cursor=${cursor}` });
    expectProblem(ofClients, 400, 'invalid_cursor');
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
  timesOut(request, 'tokens');
});
