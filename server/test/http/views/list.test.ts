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
import { makeView, somebody, url, type ViewRecord } from './steps.ts';

const service = await startTestService();
const reader = await somebody(service, 'questions:read');
const writer = await somebody(service, 'questions:read', 'questions:write');
const own = await makeView(service, { name: 'Own' }, reader.headers);
const shared = await makeView(service, { name: 'Shared', shared: true }, writer.headers);
await makeView(service, { name: 'Private' }, writer.headers);
const sharedOwn = await makeView(service, { name: 'Shared, too', shared: true }, reader.headers);
const request = { url, headers: asOperator };
const list = (query = '', headers: Record<string, string> = reader.headers) =>
  getBody<ListBody<ViewRecord>>(service, `${url}${query}`, headers);

describe('200', () => {
  it('lists the caller’s own and shared views, in creation order', async () => {
    const { data, pagination } = await list();
    expect(data).toEqual([own, shared, sharedOwn]);
    expect(pagination).toMatchObject({ total: 3, has_more: false });
    expect((await list('', {})).data).toEqual([shared, sharedOwn]);
    expect((await list('', asOperator)).data).toEqual([shared, sharedOwn]);
  });

  it('returns the same pages by cursor and by offset', async () => {
    const { data, pagination } = await list('?limit=2');
    expect([data, pagination.total]).toEqual([[own, shared], 3]);
    expect((await list(`?limit=2&cursor=${pagination.next_cursor}`)).data).toEqual([sharedOwn]);
    expect((await list('?limit=2&offset=2')).data).toEqual([sharedOwn]);
  });
});

describe('304', () => {
  it('sends no body to a caller with the current version', async () => {
    const { headers } = await service.request(request);
    const again = await service.request({ url, headers: { ...asOperator, 'if-none-match': String(headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, request);

  it('rejects a cursor of another caller', async () => {
    const { pagination } = await list('?limit=1');
    const reply = await service.request({ url: `${url}?cursor=${pagination.next_cursor}`, headers: writer.headers });
    expectProblem(reply, 400, 'invalid_cursor');
  });

  it('reports the largest limit that fits if a page would be too large: a view may name a thousand questions', async () => {
    const large = await startTestService();
    await large.deps.db.writes.query(
      `insert into views (id, created_at, updated_at, shared, owner, name, filter)
       select gen_random_uuid(), now(), now(), true, 'x', 'x', jsonb_build_object('tag', repeat('x', 40000)) from generate_series(1, 1000)`,
    );
    const problem = expectProblem(await large.request({ url: `${url}?limit=1000` }), 400, 'page_too_large');
    const [{ maximum: fits = 0 } = {}] = problem.errors as { maximum?: number }[];
    expect(fits).toBeGreaterThan(300);
    expect((await large.request({ url: `${url}?limit=${fits}` })).statusCode).toBe(200);
  });
});

describe('403', () => {
  it('rejects a caller who may only play', async () => {
    const { headers } = await somebody(service, 'questions:play');
    expectProblem(await service.request({ url, headers }), 403, 'insufficient_scope');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'views');
});
