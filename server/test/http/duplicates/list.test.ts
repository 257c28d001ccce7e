import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  type ListBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { bearer, createKey } from '../credentials.ts';
import { createPair, createQuestions, type DismissalRecord, dismiss, UNKNOWN_ID, url, withdraw } from './steps.ts';

const service = await startTestService();
const [one = '', two = '', three = '', four = '', five = ''] = await createQuestions(service, 5);
const made: DismissalRecord[] = [];
for (const pair of [
  [three, one],
  [one, two],
  [two, three],
  [four, one],
  [three, four],
])
  made.push(await dismiss(service, pair, `number ${made.length}`));
const gone = await dismiss(service, [two, four]);
await withdraw(service, gone.id);
const newestFirst = made.toReversed();

const list = (query = '') => getBody<ListBody<DismissalRecord>>(service, `${url}${query}`);
const idsIn = ({ data }: ListBody<DismissalRecord>) => data.map(({ id }) => id);
const allIds = newestFirst.map(({ id }) => id);
const idsWith = (question: string) =>
  newestFirst.filter(({ question_ids }) => question_ids.includes(question)).map(({ id }) => id);

describe('200', () => {
  it('lists dismissed pairs newest first, exactly as created, and omits withdrawn ones', async () => {
    const { data, pagination } = await list();
    expect(data).toEqual(newestFirst);
    expect(pagination).toEqual({ limit: 20, offset: 0, total: 5, has_more: false, next_cursor: null });
  });

  it.each([
    ['in first and second place', one, 3],
    ['in first place, and in second place of a withdrawn pair', two, 2],
    ['in second place', three, 3],
    ['in second place, also of a withdrawn pair', four, 2],
    ['in no pair', five, 0],
    ['that does not exist', UNKNOWN_ID, 0],
  ])('filters the pairs by a question %s', async (_name, question, count) => {
    for (const spelling of [question, question.toUpperCase()]) {
      const page = await list(`?question_id=${spelling}`);
      expect(idsIn(page)).toEqual(idsWith(question));
      expect(page.pagination.total).toBe(count);
    }
  });

  it.each([1, 2, 3, 4])('returns the same by cursor and by offset, %i at a time', async (limit) => {
    let page = await list(`?limit=${limit}`);
    const walked = idsIn(page);
    const leafed = idsIn(page);
    while (page.pagination.has_more) {
      const next = await list(`?limit=${limit}&offset=${leafed.length}`);
      leafed.push(...idsIn(next));
      page = await list(`?limit=${limit}&cursor=${page.pagination.next_cursor}`);
      walked.push(...idsIn(page));
      expect(page.pagination).toMatchObject({ offset: null, total: 5, has_more: next.pagination.has_more });
    }
    expect(walked).toEqual(allIds);
    expect(leafed).toEqual(allIds);
  });

  it('pages through the pairs of a question by links, with its id in any letter case', async () => {
    const reply = await service.request({ url: `/v1${url}?limit=2&question_id=${three}` });
    const [, target = ''] = /^<(\/v1[^>]+)>; rel="next"$/u.exec(String(reply.headers.link)) ?? [];
    const upper = target.replace(three, three.toUpperCase());
    for (const next of [target, upper]) {
      const page = await getBody<ListBody<DismissalRecord>>(service, next);
      expect(idsIn(page)).toEqual(idsWith(three).slice(2));
      expect(page.pagination).toMatchObject({ total: 3, has_more: false });
    }
  });

  it('pages by cursor through existing pairs while pairs are marked and withdrawn', async () => {
    const { data, pagination } = await list('?limit=2');
    const late = await dismiss(service, [four, five]);
    const rest = await list(`?limit=10&cursor=${pagination.next_cursor}`);
    await withdraw(service, late.id);
    expect([...data, ...rest.data]).toEqual(newestFirst);
  });

  it('returns no rows past the end, and the true total', async () => {
    const page = await list('?offset=5');
    expect(page.data).toEqual([]);
    expect(page.pagination).toEqual({ limit: 20, offset: 5, total: 5, has_more: false, next_cursor: null });
  });

  it('still shows the pair of a deleted question', async () => {
    const other = await startTestService();
    const pair = await createPair(other);
    const dismissal = await dismiss(other, pair);
    await other.request({ method: 'DELETE', url: `/questions/${pair[0]}` });
    expect((await getBody<ListBody<DismissalRecord>>(other, url)).data).toEqual([dismissal]);
  });
});

describe('304', () => {
  it('sends no body until a pair is marked or withdrawn', async () => {
    const { etag } = (await service.request({ url })).headers;
    const headers = { 'if-none-match': String(etag) };
    const again = await service.request({ url, headers });
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
    const { id } = await dismiss(service, [one, five]);
    expect((await service.request({ url, headers })).statusCode).toBe(200);
    await withdraw(service, id);
    expect((await service.request({ url, headers })).statusCode).toBe(304);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });

  it.each([
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['offset=-1', 'offset'],
    ['question_id=nonsense', 'question_id'],
    ['question_id=', 'question_id'],
  ])('rejects %s', async (query, parameter) => {
    const reply = await service.request({ url: `${url}?${query}` });
    expect(expectProblem(reply, 400, 'validation_error').errors).toMatchObject([{ parameter }]);
  });

  it('rejects a cursor that is damaged, was made for another question or is combined with an offset', async () => {
    const cursor = String((await list('?limit=2')).pagination.next_cursor);
    for (const query of [`cursor=A${cursor.slice(1)}`, `question_id=${one}&cursor=${cursor}`]) {
      expectProblem(await service.request({ url: `${url}?${query}` }), 400, 'invalid_cursor');
    }
    const both = await service.request({ url: `${url}?cursor=${cursor}&offset=0` });
    expectProblem(both, 400, 'conflicting_parameters');
  });

  it.each(['', 'x', '1', `${UNKNOWN_ID}x`, '\u0000'])('rejects a hand-made cursor with the key "%s"', async (key) => {
    const cursor = String((await list('?limit=2')).pagination.next_cursor);
    const [madeFor] = JSON.parse(Buffer.from(cursor.slice(0, -8), 'base64url').toString()) as string[];
    const payload = Buffer.from(JSON.stringify([madeFor, key])).toString('base64url');
    const forged = `${payload}${crc32(payload).toString(16).padStart(8, '0')}`;
    expectProblem(await service.request({ url: `${url}?cursor=${forged}` }), 400, 'invalid_cursor');
  });
});

describe('403', () => {
  it('rejects callers who may only play, even those who may write', async () => {
    const { token } = await createKey(service, { scopes: ['questions:play', 'questions:write', 'analysis:read'] });
    const reply = await service.request({ url, headers: bearer(token) });
    expect(expectProblem(reply, 403, 'insufficient_scope').detail).toContain('questions:read');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, { url });
});

describe('503', () => {
  rejectsWithoutDatabase({ url });
});

describe('504', () => {
  timesOut({ url }, 'duplicate_dismissals');
});
