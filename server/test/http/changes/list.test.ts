import { describe, expect, it } from 'vitest';
import { asOperator, draft, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { bearer, createKey } from '../credentials.ts';
import { get, type Page, type ShownChange, write } from './steps.ts';

const service = await startTestService();
const url = '/changes';
const [question] = await service.create(draft());
const path = `/questions/${question?.id}`;
const updated = await write(service, 'PUT', path, { difficulty: 2 });
const { token, id: keyId } = await createKey(service, { scopes: ['questions:write'] });
const array = String(
  (
    await service.request({
      method: 'POST',
      url: '/questions',
      payload: [draft(), draft({ difficulty: 1 })],
      headers: bearer(token),
    })
  ).headers['change-id'],
);
const deleted = await write(service, 'DELETE', path);
const list = (query = '') => get<Page<ShownChange>>(service, `${url}${query}`);
const ids = async (query: string) => (await list(query)).data.map(({ id }) => id);

describe('200', () => {
  it('is empty after the largest offset', async () => {
    const { data, pagination } = await list('?offset=2147483647');
    expect([data, pagination.has_more]).toEqual([[], false]);
  });

  it('lists every write, newest first, with author, time and count', async () => {
    const { data, pagination } = await list();
    expect(data.map(({ kind, actor, count }) => [kind, actor, count])).toEqual([
      ['delete', 'anonymous', 1],
      ['array', `token:${keyId}`, 2],
      ['update', 'anonymous', 1],
      ['create', 'anonymous', 1],
    ]);
    expect(pagination).toMatchObject({ total: 4, has_more: false });
    expect(Math.abs(Date.parse(data[0]?.created_at ?? '') - Date.now())).toBeLessThan(600_000);
  });

  it('returns the same page by page', async () => {
    const first = await list('?limit=3');
    const second = await list(`?limit=3&cursor=${first.pagination.next_cursor}`);
    expect([...first.data, ...second.data]).toEqual((await list()).data);
    expect(await ids('?offset=3')).toEqual(second.data.map(({ id }) => id));
  });

  it('filters by kind, actor, question and time', async () => {
    expect(await ids('?kind=array')).toEqual([array]);
    expect(await ids(`?actor=token:${keyId}`)).toEqual([array]);
    expect(await ids('?actor=person:nobody')).toEqual([]);
    expect(await ids(`?question_id=${question?.id}&kind=update`)).toEqual([updated]);
    expect(await ids(`?question_id=${question?.id}`)).toHaveLength(3);
    const time = (await getBody<ShownChange>(service, `${url}/${deleted}`)).created_at;
    expect(await ids(`?created_before=${time}`)).not.toContain(deleted);
    expect(await ids(`?created_after=${time}`)).toEqual([]);
    expect(await ids(`?created_after=${new Date(Date.parse(time) - 1).toISOString()}`)).toContain(deleted);
  });

  it('filters by actor and kind together', async () => {
    const person = 'person:01900000-0000-7000-8000-000000000001';
    await service.deps.db.writes.query(
      `insert into changes (id, kind, actor, count)
       select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, case n % 3 when 0 then 'update' when 1 then 'create' else 'delete' end,
              case when n <= 6 then '${person}' else 'person:2' end, 0
         from generate_series(1, 12) n`,
    );
    const of = async (query: string) =>
      (await list(`?actor=${person}${query}`)).data.map(({ id }) => Number(`0x${id.slice(-4)}`));
    expect(await of('')).toEqual([6, 5, 4, 3, 2, 1]);
    expect(await of('&kind=update')).toEqual([6, 3]);
    expect(await of('&kind=delete')).toEqual([5, 2]);
    expect(await of('&kind=create&limit=1&offset=1')).toEqual([1]);
    await service.deps.db.writes.query('delete from changes where count = 0');
  });

  it('says what each change was about, on request', async () => {
    const own = await startTestService();
    const read = async (query = '') =>
      (await get<Page<ShownChange>>(own, `${url}?include_summary=true${query}`)).data.map(({ kind, summary }) => ({
        kind,
        ...summary,
      }));
    const nothing = { fields: [], bulk: null, file_name: null, category_merge: null };
    const [one, two] = await own.create([draft({ question_text: 'First?' }), draft({ question_text: 'Second?' })]);
    const first = { question_id: one?.id, question_text: 'First?' };
    expect(await read()).toEqual([{ kind: 'array', ...nothing, ...first }]);
    await write(own, 'PUT', `/questions/${one?.id}`, { difficulty: 2, tags: ['new'] });
    await write(own, 'DELETE', `/questions/${two?.id}`);
    expect((await read('&limit=2')).toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      { kind: 'delete', ...nothing, question_id: two?.id, question_text: 'Second?' },
      { kind: 'update', ...nothing, ...first, fields: ['difficulty', 'tags'] },
    ]);
    const bulk = await own.request({
      method: 'POST',
      url: '/questions/bulk',
      payload: { filter: { difficulty: 2 }, set: { topic_focus: 'Rivers' }, expected_count: 1 },
    });
    expect(bulk.statusCode, bulk.body).toBeLessThan(300);
    const [newest] = await read('&limit=1');
    expect(newest).toMatchObject({
      ...{ kind: 'bulk', bulk: { filter: { difficulty: 2 }, set: { topic_focus: 'Rivers' } } },
    });
    expect((await get<Page<ShownChange>>(own, url)).data.some((change) => 'summary' in change)).toBe(false);
    const { data: changes } = await get<Page<ShownChange>>(own, `${url}?include_summary=true`);
    for (const change of changes)
      expect(await get(own, `${url}/${change.id}?include_summary=true`)).toMatchObject({ summary: change.summary });
  });

  it('names a file only to those who imported it', async () => {
    const own = await startTestService();
    const id = '019d8a33-a6f0-7000-8000-000000000070';
    const { token: reader } = await createKey(own, { scopes: ['questions:read'] });
    await own.deps.db.writes.query(
      `insert into changes (id, kind, actor, count) values ($1, 'import', 'operator', 0)`,
      [id],
    );
    await own.deps.db.writes.query(
      `insert into imports (id, created_at, owner, actor, file_name, format, options)
       values ($1, now(), 'operator', 'operator', 'autumn.csv', 'csv', '{}')`,
      [id],
    );
    const nameFor = async (headers: Record<string, string>) => {
      const reply = await own.request({ url: `${url}?include_summary=true`, headers });
      return reply.json<Page<ShownChange>>().data[0]?.summary?.file_name;
    };
    expect(await nameFor(asOperator)).toBe('autumn.csv');
    expect(await nameFor(bearer(reader))).toBeNull();
  });

  it('continues after the rows already searched if few of very many match', async () => {
    await service.deps.db.writes.query(
      `insert into changes (id, kind, actor, count)
       select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'create', case n when 1 then 'rare' else 'busy' end, 0
         from generate_series(1, 25000) n`,
    );
    const found: string[] = [];
    let pages = 0;
    for (let query = '?actor=rare&limit=10', more = true; more; pages += 1) {
      const { data, pagination } = await list(query);
      found.push(...data.map(({ actor }) => actor));
      more = pagination.has_more;
      query = `?actor=rare&limit=10&cursor=${pagination.next_cursor}`;
    }
    expect([found, pages]).toEqual([['rare'], 3]);
    await service.deps.db.writes.query('delete from changes where count = 0');
  });
});

describe('304', () => {
  it('sends no body to a caller with the current version', async () => {
    const { headers } = await service.request({ url });
    const reply = await service.request({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect(reply.statusCode).toBe(304);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });

  it('limits pages with summaries', async () => {
    const reply = await service.request({ url: `${url}?include_summary=true&limit=101` });
    const { errors } = expectProblem(reply, 400, 'validation_error');
    expect(errors).toMatchObject([{ parameter: 'limit', code: 'out_of_range' }]);
  });

  it.each(['include_summary=maybe', 'kind=nonsense', 'question_id=1', 'created_after=yesterday'])(
    'rejects %s',
    async (query) => {
      expectProblem(await service.request({ url: `${url}?${query}` }), 400, 'validation_error');
    },
  );

  it('rejects a damaged cursor', async () => {
    expectProblem(await service.request({ url: `${url}?cursor=nonsense` }), 400, 'invalid_cursor');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, { url });
});

describe('503', () => {
  rejectsWithoutDatabase({ url });
});

describe('504', () => {
  timesOut({ url }, 'changes');
});
