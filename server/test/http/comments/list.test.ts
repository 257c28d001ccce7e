import { describe, expect, it } from 'vitest';
import { deletePurgeableQuestions } from '../../../src/store/questions/purge.ts';
import { asOperator, startTestService } from '../../harness.ts';
import { countRows } from '../analysis/steps.ts';
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
import { UNKNOWN_ID } from '../credentials.ts';
import { somebody } from '../views/steps.ts';
import { asked, type CommentRecord, comment, urlOf } from './steps.ts';

const service = await startTestService();
const question = await createOne(service);
const reader = await somebody(service, 'questions:read');
const first = await comment(service, question.id, 'First');
const second = await comment(service, question.id, 'Second', reader.headers);
const settled = (await service.request(asked('PATCH', second, { resolved: true }))).json<CommentRecord>();
const third = await comment(service, question.id, 'Third');
await comment(service, (await createOne(service)).id, 'Of another question');
const url = urlOf(question.id);
const request = { url, headers: asOperator };
const list = (query = '') => getBody<ListBody<CommentRecord>>(service, `${url}${query}`, reader.headers);

describe('200', () => {
  it('lists the comments on the question, oldest first', async () => {
    const { data, pagination } = await list();
    expect(data).toEqual([first, settled, third]);
    expect(pagination).toMatchObject({ total: 3, has_more: false });
  });

  it('filters by resolved or unresolved', async () => {
    expect((await list('?resolved=true')).data).toEqual([settled]);
    expect(await list('?resolved=false')).toMatchObject({ data: [first, third], pagination: { total: 2 } });
  });

  it('returns the same pages by cursor and by offset', async () => {
    const { data, pagination } = await list('?limit=2');
    expect(data).toEqual([first, settled]);
    expect((await list(`?limit=2&cursor=${pagination.next_cursor}`)).data).toEqual([third]);
    expect((await list('?limit=2&offset=2')).data).toEqual([third]);
  });

  it('still exists for a deleted question, and not for a permanently removed one', async () => {
    const { id } = await createOne(service);
    const said = await comment(service, id);
    await service.request({ method: 'DELETE', url: `/questions/${id}` });
    expect((await getBody(service, urlOf(id), asOperator)).data).toEqual([said]);
    const before = await countRows(service, 'comments');
    await deletePurgeableQuestions(service.deps.db.writes, new Date('2200-01-01'), 10);
    expectProblem(await service.request({ url: urlOf(id), headers: asOperator }), 404, 'question_not_found');
    expect(await countRows(service, 'comments')).toBe(before - 1);
  });

  it('shows an answer quoted in a comment only to callers who may see answers', async () => {
    const reply = await service.request({ url, headers: (await somebody(service, 'questions:play')).headers });
    expectProblem(reply, 403, 'insufficient_scope');
    const writer = await somebody(service, 'questions:write');
    expectProblem(await service.request({ url, headers: writer.headers }), 403, 'insufficient_scope');
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

  it('rejects an invalid filter and the cursor of another question', async () => {
    expectProblem(await service.request({ url: `${url}?resolved=maybe` }), 400, 'validation_error');
    const { pagination } = await list('?limit=1');
    const other = await createOne(service);
    const reply = await service.request({ url: `${urlOf(other.id)}?cursor=${pagination.next_cursor}` });
    expectProblem(reply, 400, 'invalid_cursor');
  });

  it('reports the largest limit that fits if a page would be too large', async () => {
    const { id } = await createOne(service);
    await service.deps.db.writes.query({
      text: `insert into comments (id, question_id, created_at, updated_at, author, text)
             select gen_random_uuid(), $1, now(), now(), 'x', repeat('𝔘', 4100) from generate_series(1, 1000)`,
      values: [id],
    });
    const problem = expectProblem(await service.request({ url: `${urlOf(id)}?limit=1000` }), 400, 'page_too_large');
    const [{ maximum: fits = 0 } = {}] = problem.errors as { maximum?: number }[];
    expect(fits).toBeGreaterThan(900);
    expect((await service.request({ url: `${urlOf(id)}?limit=${fits}` })).statusCode).toBe(200);
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request({ url: urlOf(unknown) }), 404, 'question_not_found');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, request);
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'questions');
});
