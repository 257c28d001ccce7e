import { describe, expect, it } from 'vitest';
import { deletePurgeableQuestions } from '../../../src/store/questions/purge.ts';
import { draft, startTestService } from '../../harness.ts';
import {
  expectProblem,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';
import { UNKNOWN_ID } from '../credentials.ts';
import { get, type Page, revert, type ShownItem, write } from './steps.ts';

const service = await startTestService();
const [question] = await service.create(draft({ explanation: 'It is the first planet.', tags: ['space'] }));
const path = `/questions/${question?.id}`;
const itemsOf = async (id: string, query = '') => get<Page<ShownItem>>(service, `/changes/${id}/items${query}`);
const updated = await write(service, 'PUT', path, { explanation: 'It is the innermost planet.', difficulty: 2 });
const url = `/changes/${updated}/items`;

describe('200', () => {
  it('shows fields before and after, with word differences of texts', async () => {
    expect((await itemsOf(updated)).data).toEqual([
      {
        question_id: question?.id,
        version: 2,
        change: 'updated',
        fields: [
          { field: 'difficulty', before: 0, after: 2 },
          {
            field: 'explanation',
            before: 'It is the first planet.',
            after: 'It is the innermost planet.',
            words: [
              { kind: 'same', text: 'It is the ' },
              { kind: 'removed', text: 'first' },
              { kind: 'added', text: 'innermost' },
              { kind: 'same', text: ' planet.' },
            ],
          },
        ],
        unavailable: null,
        conflict: null,
      },
    ]);
  });

  it('shows created, deleted and restored questions', async () => {
    const array = await write(service, 'POST', '/questions', [draft(), draft({ tags: ['a'] })]);
    const { data } = await itemsOf(array);
    expect(data.map(({ change, version }) => [change, version])).toEqual([
      ['created', 1],
      ['created', 1],
    ]);
    expect(data[1]?.fields).toContainEqual({ field: 'tags', before: null, after: ['a'] });
    const removed = await write(service, 'DELETE', path);
    expect((await itemsOf(removed)).data).toMatchObject([{ change: 'deleted', fields: [] }]);
    const restored = await write(service, 'POST', `${path}/restore`);
    expect((await itemsOf(restored)).data).toMatchObject([{ change: 'restored', fields: [] }]);
  });

  it('lists the members of a revert, then its conflicts, page by page', async () => {
    const drafts = Array.from({ length: 7 }, (_, n) => draft({ question_text: `Number ${n}?` }));
    const array = await write(service, 'POST', '/questions', drafts);
    const { data: made } = await itemsOf(array);
    for (const { question_id } of made.slice(0, 2))
      await write(service, 'PUT', `/questions/${question_id}`, { difficulty: 1 });
    const { change } = await revert(service, array);
    const whole = await itemsOf(change.id);
    expect(whole.pagination.total).toBe(7);
    expect(whole.data.map((item) => item.conflict?.reason ?? item.change)).toEqual([
      ...Array.from({ length: 5 }, () => 'deleted'),
      'changed_since',
      'changed_since',
    ]);
    const walked: ShownItem[] = [];
    for (let query = '?limit=3', more = true; more; ) {
      const { data, pagination } = await itemsOf(change.id, query);
      walked.push(...data);
      more = pagination.has_more;
      query = `?limit=3&cursor=${pagination.next_cursor}`;
    }
    expect(walked).toEqual(whole.data);
    expect((await itemsOf(change.id, '?offset=4')).data).toEqual(whole.data.slice(4));
    const [first, second] = whole.data.slice(5);
    const left = await itemsOf(change.id, '?conflicts_only=true&limit=1');
    expect(left).toMatchObject({ data: [first], pagination: { total: 2, has_more: true } });
    const rest = await itemsOf(change.id, `?conflicts_only=true&cursor=${left.pagination.next_cursor}`);
    expect(rest).toMatchObject({ data: [second], pagination: { has_more: false } });
    expect((await itemsOf(array, '?conflicts_only=true')).data).toEqual([]);
  });

  it('reports permanently removed questions, and forgets a change without remaining questions', async () => {
    const array = await write(service, 'POST', '/questions', [draft(), draft()]);
    const [first, second] = (await itemsOf(array)).data.map(({ question_id }) => question_id);
    const removed = await write(service, 'DELETE', `/questions/${first}`);
    await deletePurgeableQuestions(service.deps.db.writes, new Date(Date.now() + 1000), 100);
    const { data } = await itemsOf(array);
    expect(data.map(({ question_id, unavailable }) => [question_id, unavailable])).toEqual([
      [first, 'purged'],
      [second, null],
    ]);
    expect(await get(service, `/changes/${array}`)).toMatchObject({ count: 2, gone: 1 });
    expect(await get(service, `/changes/${removed}`)).toMatchObject({ count: 1, gone: 1 });
    const reverted = await revert(service, array);
    expect(reverted).toMatchObject({ reverted: 1, conflicts: [{ question_id: first, reason: 'purged' }] });
  });

  it('ends a page of large questions before its limit', async () => {
    const text = (word: string) => `${word} `.repeat(750);
    const drafts = Array.from({ length: 400 }, (_, n) =>
      draft({ question_text: `${n} ${text('abcd')}`, explanation: text('efgh'), correct_answer: `${n}` }),
    );
    const array = await write(
      service,
      'POST',
      '/questions',
      drafts.map((one) => ({
        ...one,
        incorrect_answers: Array.from({ length: 8 }, (_, n) => `${n}${'x'.repeat(900)}`),
      })),
    );
    let count = 0;
    let pages = 0;
    for (let query = '?limit=1000', more = true; more; pages += 1) {
      const { data, pagination } = await itemsOf(array, query);
      count += data.length;
      more = pagination.has_more;
      query = `?limit=1000&cursor=${pagination.next_cursor}`;
    }
    expect(count).toBe(400);
    expect(pages).toBeGreaterThan(1);
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

  it('rejects a damaged cursor', async () => {
    expectProblem(await service.request({ url: `${url}?cursor=nonsense` }), 400, 'invalid_cursor');
  });
});

describe('404', () => {
  it.each([UNKNOWN_ID, 'nonsense'])('does not find %s', async (unknown) => {
    expectProblem(await service.request({ url: `/changes/${unknown}/items` }), 404, 'change_not_found');
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
