import { describe, expect, it } from 'vitest';
import { QUOTAS } from '../../../src/operations/quotas/require-quota.ts';
import { asOperator, startTestService } from '../../harness.ts';
import { countRows } from '../analysis/steps.ts';
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
import { TIMESTAMP, UUID_V7 } from '../credentials.ts';
import { makeView, somebody, url, type ViewRecord } from './steps.ts';

const service = await startTestService();
const payload = { name: 'Ready ones' };
const request = { method: 'POST' as const, url, headers: asOperator, payload };
const freshRequest = async () => request;

describe('201', () => {
  it('stores the view, and returns its owner', async () => {
    const content = {
      name: 'Hard drafts',
      filter: { status: ['draft'], difficulty: 2, category: 'science', q: 'planet' },
      sort: '-updated_at',
      columns: ['question_text', 'options'],
      shared: true,
    };
    const { id: me, headers } = await somebody(service, 'questions:read');
    const reply = await service.request({ ...request, headers, payload: content });
    expect(reply.statusCode, reply.body).toBe(201);
    const view = reply.json<ViewRecord>();
    const given = { id: view.id, created_at: view.created_at, updated_at: view.created_at };
    expect(view).toEqual({ ...content, ...given, owner: me, created_by: me, version: 1 });
    expect([view.id, view.created_at]).toEqual([expect.stringMatching(UUID_V7), expect.stringMatching(TIMESTAMP)]);
    expect(reply.headers).toMatchObject({ etag: '"1"', location: expect.stringMatching(`/views/${view.id}$`) });
    expect(await getBody(service, `${url}/${view.id}`, headers)).toEqual(view);
  });

  it('needs only a name, and is private by default', async () => {
    expect(await makeView(service)).toMatchObject({ filter: {}, sort: null, columns: null, shared: false });
  });

  it('rejects a filter that the list would reject', async () => {
    const { filter, sort, columns } = await makeView(service, {
      filter: { ids: [service.deps.newId()], tag: 'x', language: 'en' },
      sort: 'category',
      columns: ['id'],
    });
    const query = new URLSearchParams({ sort: String(sort), fields: String(columns) });
    for (const [name, value] of Object.entries(filter)) query.set(name, String(value));
    expect((await service.request({ url: `/questions?${query.toString()}` })).statusCode).toBe(200);
  });

  replaysByKey(service, freshRequest);
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it.each([
    ['no name', {}, ['#/name required']],
    ['an empty name', { name: ' ' }, ['#/name too_short']],
    ['a name of 101 characters', { name: 'x'.repeat(101) }, ['#/name too_long']],
    ['an unknown filter', { ...payload, filter: { categry: 'Science' } }, ['#/filter/categry unknown_field']],
    ['paging in the filter', { ...payload, filter: { limit: 5 } }, ['#/filter/limit unknown_field']],
    ['an unknown category', { ...payload, filter: { category: 'Nowhere' } }, ['#/filter/category not_allowed']],
    ['an unknown status', { ...payload, filter: { status: ['gone'] } }, ['#/filter/status/0 not_allowed']],
    ['a search without a searchable word', { ...payload, filter: { q: 'the' } }, ['#/filter/q no_search_words']],
    ['1,001 ids', { ...payload, filter: { ids: Array(1001).fill(service.deps.newId()) } }, ['#/filter/ids too_long']],
    ['another order', { ...payload, sort: 'name' }, ['#/sort not_allowed']],
    ['an unknown column', { ...payload, columns: ['id', 'secret'] }, ['#/columns/1 not_allowed']],
    ['a column twice', { ...payload, columns: ['id', 'id'] }, ['#/columns invalid_format']],
    ['no column', { ...payload, columns: [] }, ['#/columns too_short']],
    ['another owner', { ...payload, owner: 'me' }, ['#/owner unknown_field']],
    [
      'all of these at once',
      { name: '', sort: 'x', columns: ['x'], shared: 'yes' },
      ['#/columns/0 not_allowed', '#/name too_short', '#/shared invalid_type', '#/sort not_allowed'],
    ],
  ])('rejects %s', async (_name, body, places) => {
    const before = await countRows(service, 'views');
    const reply = await service.request({ ...request, payload: body });
    expect(reply.statusCode, reply.body).toBe(400);
    const { errors } = reply.json<{ errors: { code: string; pointer: string }[] }>();
    expect(errors.map(({ code, pointer }) => `${pointer} ${code}`).sort()).toEqual(places);
    expect(await countRows(service, 'views')).toBe(before);
  });
});

describe('401', () => {
  it('rejects callers without a token, since the view would have no owner', async () => {
    expectProblem(await service.request({ ...request, headers: {} }), 401, 'authentication_required');
  });
});

describe('403', () => {
  it('rejects a caller who may only play', async () => {
    const { headers } = await somebody(service, 'questions:play');
    expectProblem(await service.request({ ...request, headers }), 403, 'insufficient_scope');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('409', () => {
  rejectsKeysInUse(service, freshRequest);
});

describe('413', () => {
  rejectsLargeBodies(service, request);
});

describe('415', () => {
  rejectsOtherMediaTypes(service, request);
});

describe('422', () => {
  rejectsReusedKeys(service, freshRequest, { name: 'Another' });
});

describe('429', () => {
  const fill = (owner: string, count: number, shared: boolean) =>
    service.deps.db.writes.query({
      text: `insert into views (id, created_at, updated_at, shared, owner, name, filter)
             select gen_random_uuid(), now(), now(), $3, $1 || '/' || number / 200, 'x', '{}' from generate_series(1, $2) number`,
      values: [owner, count, shared],
    });

  it('limits an owner to 200 views, without affecting others', async () => {
    const { id, headers } = await somebody(service, 'questions:read');
    await fill(id, 199, false);
    await service.deps.db.writes.query({ text: `update views set owner = $1 where owner = $1 || '/0'`, values: [id] });
    expect((await service.request({ ...request, headers })).statusCode).toBe(201);
    const { detail } = expectProblem(await service.request({ ...request, headers }), 429, 'quota_exceeded');
    expect(detail).toContain('200 views');
    expect((await service.request(request)).statusCode).toBe(201);
  });

  it('limits shared views to 1,000, created or shared later, with ten times as many private ones', async () => {
    await fill('others', 10 * QUOTAS['shared views'].max, false);
    await fill('sharers', QUOTAS['shared views'].max, true);
    const { headers } = await somebody(service, 'questions:read');
    const shared = await service.request({ ...request, headers, payload: { ...payload, shared: true } });
    expect(expectProblem(shared, 429, 'quota_exceeded').detail).toContain('1000 shared views');
    const { id } = await makeView(service, {}, headers);
    const later = await service.request({ method: 'PATCH', url: `${url}/${id}`, headers, payload: { shared: true } });
    expectProblem(later, 429, 'quota_exceeded');
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'views');
});
