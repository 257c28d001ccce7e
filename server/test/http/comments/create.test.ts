import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { QUOTAS } from '../../../src/operations/quotas/require-quota.ts';
import { asOperator, startTestService } from '../../harness.ts';
import { countRows } from '../analysis/steps.ts';
import {
  createOne,
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
import { TIMESTAMP, UNKNOWN_ID, UUID_V7 } from '../credentials.ts';
import { plantPerson } from '../people.ts';
import { somebody } from '../views/steps.ts';
import { type CommentRecord, comment, urlOf } from './steps.ts';

const service = await startTestService();
const question = await createOne(service);
const payload = { text: 'Is that so?' };
const request = { method: 'POST' as const, url: urlOf(question.id), headers: asOperator, payload };
const freshRequest = async () => request;

describe('201', () => {
  it('keeps the text unchanged, with author and time, and needs only questions:read', async () => {
    const { id: me, headers } = await somebody(service, 'questions:read');
    const text = '<b>No</b> &amp; 漢字 🙂\nSecond line';
    const reply = await service.request({ ...request, headers, payload: { text: ` ${text}\n` } });
    expect(reply.statusCode, reply.body).toBe(201);
    const made = reply.json<CommentRecord>();
    expect(made).toEqual({
      id: expect.stringMatching(UUID_V7),
      question_id: question.id,
      text,
      author: me,
      created_by: me,
      resolved: false,
      resolved_by: null,
      mentions: [],
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: made.created_at,
      version: 1,
    });
    expect(reply.headers).toMatchObject({ etag: '"1"', location: expect.stringMatching(`/comments/${made.id}$`) });
  });

  it('keeps the people that it mentions, in order', async () => {
    const people = [await plantPerson(service, 'editor'), await plantPerson(service, 'viewer')];
    const mentions = [String(people[1]).toUpperCase(), String(people[0])];
    const made = await comment(service, question.id, '@Ada and @Ada?', asOperator, mentions);
    expect(made.mentions).toEqual(people.toReversed());
    const [listed] = (await getBody(service, `${urlOf(question.id)}?limit=1000`, asOperator)).data.slice(-1);
    expect(listed).toEqual(made);
  });

  it('does not change the question', async () => {
    const untouched = await createOne(service);
    await comment(service, untouched.id);
    expect((await service.request({ url: `/questions/${untouched.id}` })).json()).toEqual(untouched);
  });

  it('accepts 4,000 characters', async () => {
    expect((await comment(service, question.id, '𝔘'.repeat(4000))).text).toHaveLength(8000);
  });

  replaysByKey(service, freshRequest);
});

describe('400', () => {
  rejectsUnknownParameters(service, request);
  rejectsMalformedKeys(service, request);

  it.each([
    ['no text', {}, '#/text'],
    ['an empty text', { text: ' \n ' }, '#/text'],
    ['4,001 characters', { text: 'x'.repeat(4001) }, '#/text'],
    ['a control character', { text: 'a\u0007' }, '#/text'],
    ['21 mentions', { ...payload, mentions: Array.from({ length: 21 }, () => randomUUID()) }, '#/mentions'],
    ['200 mentions', { ...payload, mentions: Array.from({ length: 200 }, () => randomUUID()) }, '#/mentions'],
    ['a name as a mention', { ...payload, mentions: ['Ada'] }, '#/mentions/0'],
    ['a mention of nobody', { ...payload, mentions: [UNKNOWN_ID] }, '#/mentions/0'],
    ['an author', { ...payload, author: 'x' }, '#/author'],
  ])('rejects %s', async (_name, body, pointer) => {
    const before = await countRows(service, 'comments');
    const reply = await service.request({ ...request, payload: body });
    expect(reply.statusCode, reply.body).toBe(400);
    expect(reply.json<{ errors: object[] }>().errors).toMatchObject([{ pointer }]);
    expect(await countRows(service, 'comments')).toBe(before);
  });
});

describe('401', () => {
  it('rejects callers without a token, even those who may read', async () => {
    expectProblem(await service.request({ ...request, headers: {} }), 401, 'authentication_required');
  });
});

describe('403', () => {
  it('rejects a caller who may only play', async () => {
    const { headers } = await somebody(service, 'questions:play');
    expectProblem(await service.request({ ...request, headers }), 403, 'insufficient_scope');
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request({ ...request, url: urlOf(unknown) }), 404, 'question_not_found');
  });

  it('rejects comments on a deleted question, and explains how to restore it', async () => {
    const { id } = await createOne(service);
    await service.request({ method: 'DELETE', url: `/questions/${id}` });
    const reply = await service.request({ ...request, url: urlOf(id) });
    expect(expectProblem(reply, 404, 'question_not_found').detail).toContain('restore');
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
  rejectsReusedKeys(service, freshRequest, { text: 'Another' });
});

describe('429', () => {
  const fill = (author: string, count: number, about: string | null) =>
    service.deps.db.writes.query({
      text: `insert into comments (id, question_id, created_at, updated_at, author, text)
             select gen_random_uuid(), coalesce($3, gen_random_uuid()), now(), now(), $1, 'x' from generate_series(1, $2)`,
      values: [author, count, about],
    });

  it('limits a question to 1,000 comments, with ten times as many on others', async () => {
    const { id } = await createOne(service);
    await fill('others', QUOTAS['comments of a question'].max - 1, id);
    await fill('others', 10 * QUOTAS['comments of a question'].max, null);
    await comment(service, id);
    const reply = await service.request({ ...request, url: urlOf(id) });
    expect(expectProblem(reply, 429, 'quota_exceeded').detail).toContain('1000 comments');
    await comment(service, question.id);
  });

  it('limits an author to 20,000 comments', async () => {
    const { id: me, headers } = await somebody(service, 'questions:read');
    await fill(me, 20_000, null);
    const reply = await service.request({ ...request, headers });
    expect(expectProblem(reply, 429, 'quota_exceeded').detail).toContain('20000 comments');
  });

  it('limits the bytes that a caller may store in a day', async () => {
    const small = await startTestService({ DAILY_STORAGE_MB: '1' });
    const { id } = await createOne(small);
    const { headers } = await somebody(small, 'questions:read');
    const say = () => small.request({ ...request, url: urlOf(id), headers, payload: { text: '漢'.repeat(4000) } });
    let accepted = 0;
    while ((await say()).statusCode === 201 && accepted < 200) accepted += 1;
    expect(accepted).toBe(Math.floor(2 ** 20 / 12_300));
    expectProblem(await say(), 429, 'quota_exceeded');
    expect(await countRows(small, 'comments')).toBe(accepted);
  });
});

describe('503', () => {
  rejectsWithoutDatabase(request);
});

describe('504', () => {
  timesOut(request, 'questions');
});
