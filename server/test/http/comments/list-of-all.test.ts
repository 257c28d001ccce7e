import { beforeAll, describe, expect, it } from 'vitest';
import { listCommentsOfAll } from '../../../src/store/comments/comments.ts';
import type { Executor } from '../../../src/store/database/database.ts';
import { analyzeBank, insertBulkRows } from '../../bulk-rows.ts';
import { asOperator, startTestService } from '../../harness.ts';
import {
  createOne,
  expectProblem,
  getBody,
  type ListBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { plantPerson, signIn } from '../people.ts';
import { somebody } from '../views/steps.ts';
import { asked, type CommentRecord, comment } from './steps.ts';

interface Listed extends CommentRecord {
  question_text: string;
}

const service = await startTestService();
const reader = await signIn(service, 'viewer');
const ada = await plantPerson(service, 'editor');
const [one, two, gone] = [await createOne(service), await createOne(service), await createOne(service)];
const withText = (made: CommentRecord, { question_text }: { question_text: string }) => ({ ...made, question_text });
const first = withText(await comment(service, one.id, 'First'), one);
const second = withText(await comment(service, two.id, '@Ada, second?', asOperator, [ada, reader.personId]), two);
const settled = (
  await service.request(asked('PATCH', await comment(service, one.id, '@Ada', asOperator, [ada]), { resolved: true }))
).json<CommentRecord>();
const third = withText(settled, one);
await comment(service, gone.id, 'On a deleted question', asOperator, [ada]);
await service.request({ method: 'DELETE', url: `/questions/${gone.id}` });
const url = '/comments';
const request = { url, headers: asOperator };
const list = (query = '') => getBody<ListBody<Listed>>(service, `${url}${query}`, reader.headers);

describe('200', () => {
  it('lists the comments on all questions that are not deleted, newest first, with their texts', async () => {
    const { data, pagination } = await list();
    expect(data).toEqual([third, second, first]);
    expect(pagination).toMatchObject({ total: 3, has_more: false });
  });

  it.each([
    ['resolved=false', [second, first]],
    ['resolved=true', [third]],
    [`mentions=${ada}`, [third, second]],
    [`mentions=${ada}&resolved=false`, [second]],
    ['mentions=me', [second]],
    [`mentions=${one.id}`, []],
  ])('lists by %s', async (query, expected) => {
    expect(await list(`?${query}`)).toMatchObject({ data: expected, pagination: { total: expected.length } });
  });

  it('returns the same pages by cursor and by offset', async () => {
    const { data, pagination } = await list('?limit=2');
    expect(data).toEqual([third, second]);
    expect((await list(`?limit=2&cursor=${pagination.next_cursor}`)).data).toEqual([first]);
    expect((await list('?limit=2&offset=2')).data).toEqual([first]);
  });
});

describe('among many comments', () => {
  const { writes } = service.deps.db;
  beforeAll(async () => {
    await insertBulkRows(writes, { count: 6000 });
    await writes.query(`
      insert into comments (id, question_id, created_at, updated_at, author, resolved_by, text)
      select ('ffffffff-0000-7000-8000-' || lpad(to_hex(row_number() over ()), 12, '0'))::uuid, id, now(), now(), 'test',
             case when n > 1 then 'test' end, 'Is that so?'
        from questions, generate_series(1, 3) n where deleted_at is null`);
    await analyzeBank(writes);
    await writes.query('analyze comments');
    return async () => {
      await writes.query(`delete from comments where author = 'test'`);
    };
  });

  it('counts at most 5,000', async () => {
    expect((await list('?limit=1')).pagination).toMatchObject({ total: null, total_at_least: 5000, has_more: true });
  });

  it.each([
    ['open ones', { resolved: false, mentions: undefined }, /Scan Backward using comments_open on comments/u],
    ['those that mention a person', { resolved: false, mentions: ada }, /Bitmap Index Scan on comments_mentions/u],
  ])('finds %s by their index', async (_name, filter, index) => {
    const plans: string[] = [];
    const explained = async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await writes.query<{ 'QUERY PLAN': string }>({ text: `explain ${text}`, values });
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return { rows: [] };
    };
    await listCommentsOfAll({ query: explained } as unknown as Executor, filter, { limit: 21, offset: 0 });
    expect(plans[0]).toMatch(index);
    for (const plan of plans) expect(plan).not.toContain('Seq Scan on questions');
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

  it.each(['resolved=maybe', 'mentions=Ada', 'mentions=me'])('rejects %s', async (query) => {
    expectProblem(await service.request({ url: `${url}?${query}`, headers: asOperator }), 400, 'validation_error');
  });

  it('rejects a cursor made for another filter', async () => {
    const { pagination } = await list('?limit=1');
    const reply = await service.request({ url: `${url}?resolved=false&cursor=${pagination.next_cursor}` });
    expectProblem(reply, 400, 'invalid_cursor');
  });
});

describe('403', () => {
  it.each(['questions:play', 'questions:write'])('rejects a caller with only %s', async (scope) => {
    const { headers } = await somebody(service, scope);
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
  timesOut(request, 'comments');
});
