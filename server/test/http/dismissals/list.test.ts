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
import { change, createQuestions, dismiss, type RowDismissalRecord, UNKNOWN_ID, url, withdraw } from './steps.ts';

const service = await startTestService();
const [one = '', two = '', three = '', four = ''] = await createQuestions(service, 4);
const made: RowDismissalRecord[] = [];
for (const given of [
  { analysis_type: 'topics', question_id: one, reason: 'first' },
  { analysis_type: 'duplicates', question_ids: [one, two] },
  { analysis_type: 'item_flaws', question_id: two, about: ['whitespace'] },
  { analysis_type: 'set_comparison', question_ids: [three, two] },
  { analysis_type: 'item_flaws', question_id: one },
  { analysis_type: 'topics', question_id: three, about: ['topic'] },
])
  made.push(await dismiss(service, given));
await withdraw(service, (await dismiss(service, { analysis_type: 'topics', question_id: two })).id);
await dismiss(service, { analysis_type: 'topics', question_id: four });
await change(service, four, { difficulty: 2 });
const newestFirst = made.toReversed();

const list = (query = '') => getBody<ListBody<RowDismissalRecord>>(service, `${url}${query}`);
const where = (test: (one: RowDismissalRecord) => boolean) => newestFirst.filter(test);
const isAbout = (question: string) => (dismissal: RowDismissalRecord) =>
  dismissal.question_id === question || dismissal.question_ids?.includes(question) === true;

describe('200', () => {
  it('lists rows and pairs, newest first, without withdrawn or void ones', async () => {
    const { data, pagination } = await list();
    expect(data).toEqual(newestFirst);
    expect(pagination).toEqual({ limit: 20, offset: 0, total: 6, has_more: false, next_cursor: null });
  });

  it.each([one, two, three, four, UNKNOWN_ID])('filters by the question %s', async (question) => {
    for (const spelling of [question, question.toUpperCase()]) {
      const { data, pagination } = await list(`?question_id=${spelling}`);
      expect(data).toEqual(where(isAbout(question)));
      expect(pagination.total).toBe(data.length);
    }
  });

  it.each([
    ['topics', ['topics'], 2],
    ['item_flaws', ['item_flaws'], 2],
    ['duplicates', ['duplicates'], 2],
    ['set_comparison', ['duplicates'], 2],
    ['coverage', [], 0],
  ])('filters by %s', async (type, shownAs, total) => {
    const page = await list(`?analysis_type=${type}`);
    expect(page.data).toEqual(where(({ analysis_type }) => shownAs.includes(analysis_type)));
    expect(page.pagination.total).toBe(total);
  });

  it('filters by type and question', async () => {
    const { data } = await list(`?analysis_type=item_flaws&question_id=${two}`);
    expect(data).toEqual([made[2]]);
  });

  it.each([1, 2, 3, 4, 5])('returns the same by cursor and by offset, %i at a time', async (limit) => {
    let page = await list(`?limit=${limit}`);
    const walked = [...page.data];
    const leafed = [...page.data];
    while (page.pagination.has_more) {
      const next = await list(`?limit=${limit}&offset=${leafed.length}`);
      leafed.push(...next.data);
      page = await list(`?limit=${limit}&cursor=${page.pagination.next_cursor}`);
      walked.push(...page.data);
      expect(page.pagination).toMatchObject({ offset: null, total: 6, has_more: next.pagination.has_more });
    }
    expect(walked).toEqual(newestFirst);
    expect(leafed).toEqual(newestFirst);
  });
});

describe('304', () => {
  it('sends no body until something is dismissed or withdrawn', async () => {
    const { etag } = (await service.request({ url })).headers;
    const headers = { 'if-none-match': String(etag) };
    const again = await service.request({ url, headers });
    expect({ status: again.statusCode, body: again.body }).toEqual({ status: 304, body: '' });
    const { id } = await dismiss(service, { analysis_type: 'difficulty_check', question_id: one });
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
    ['analysis_type=nonsense', 'analysis_type'],
  ])('rejects %s', async (query, parameter) => {
    const reply = await service.request({ url: `${url}?${query}` });
    expect(expectProblem(reply, 400, 'validation_error').errors).toMatchObject([{ parameter }]);
  });

  it('rejects a cursor that is damaged, was made for another filter or is combined with an offset', async () => {
    const cursor = String((await list('?limit=2')).pagination.next_cursor);
    for (const query of [
      `cursor=A${cursor.slice(1)}`,
      `question_id=${one}&cursor=${cursor}`,
      `analysis_type=topics&cursor=${cursor}`,
    ]) {
      expectProblem(await service.request({ url: `${url}?${query}` }), 400, 'invalid_cursor');
    }
    expectProblem(await service.request({ url: `${url}?cursor=${cursor}&offset=0` }), 400, 'conflicting_parameters');
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
  timesOut({ url }, 'dismissals');
});
