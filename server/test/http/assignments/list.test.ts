import { describe, expect, it } from 'vitest';
import { deletePurgeableQuestions } from '../../../src/store/questions/purge.ts';
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
import { createQuestions } from '../dismissals/steps.ts';
import { plantPerson, signIn } from '../people.ts';
import { somebody } from '../views/steps.ts';
import { type AssignmentRecord, asked, assign, url } from './steps.ts';

const service = await startTestService();
const [one = '', two = '', three = ''] = await createQuestions(service, 3);
const ada = await plantPerson(service, 'editor', 'Ada');
const viewer = await signIn(service, 'viewer');
const flaw = await assign(service, { analysis_type: 'item_flaws', question_id: one, person: ada });
const pair = await assign(service, { analysis_type: 'set_comparison', question_ids: [one, two], person: ada });
const ended = await assign(service, { analysis_type: 'topics', question_id: three, person: viewer.personId });
const done = (await service.request(asked('PATCH', ended.id, { done: true }))).json<AssignmentRecord>();
const request = { url, headers: asOperator };
const list = (query = '', headers: Record<string, string> = viewer.headers) =>
  getBody<ListBody<AssignmentRecord>>(service, `${url}${query}`, headers);

describe('200', () => {
  it('lists the assignments of everybody, oldest first', async () => {
    const { data, pagination } = await list();
    expect(data).toEqual([flaw, pair, done]);
    expect(pagination).toMatchObject({ total: 3, has_more: false });
  });

  it.each([
    [`person=${ada}`, [flaw, pair]],
    ['person=me', [done]],
    ['analysis_type=item_flaws', [flaw]],
    ['analysis_type=set_comparison', [pair]],
    ['analysis_type=duplicates', [pair]],
    [`question_id=${one.toUpperCase()}`, [flaw, pair]],
    [`question_id=${two}`, [pair]],
    ['done=true', [done]],
    ['done=false', [flaw, pair]],
    [`done=false&question_id=${two}&person=${ada}&analysis_type=duplicates`, [pair]],
    ['done=true&analysis_type=item_flaws', []],
  ])('lists by %s', async (query, expected) => {
    expect(await list(`?${query}`)).toMatchObject({ data: expected, pagination: { total: expected.length } });
  });

  it('returns the same pages by cursor and by offset', async () => {
    const { data, pagination } = await list('?limit=2');
    expect([data, pagination.total]).toEqual([[flaw, pair], 3]);
    expect((await list(`?limit=2&cursor=${pagination.next_cursor}`)).data).toEqual([done]);
    expect((await list('?limit=2&offset=2')).data).toEqual([done]);
  });

  it('omits those of permanently removed questions', async () => {
    const [first = '', second = ''] = await createQuestions(service, 2);
    await assign(service, { analysis_type: 'duplicates', question_ids: [first, second], person: ada });
    await assign(service, { analysis_type: 'topics', question_id: second, person: ada });
    await service.request({ method: 'DELETE', url: `/questions/${second}` });
    await deletePurgeableQuestions(service.deps.db.writes, new Date('2200-01-01'), 10);
    expect((await list()).data).toEqual([flaw, pair, done]);
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

  it.each(['person=Ada', 'person=me', 'analysis_type=x', 'question_id=x', 'done=maybe'])(
    'rejects %s',
    async (query) => {
      expectProblem(await service.request({ url: `${url}?${query}`, headers: asOperator }), 400, 'validation_error');
    },
  );

  it('rejects a cursor made for another filter', async () => {
    const { pagination } = await list('?limit=1');
    const reply = await service.request({ url: `${url}?done=true&cursor=${pagination.next_cursor}` });
    expectProblem(reply, 400, 'invalid_cursor');
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
  timesOut(request, 'assignments');
});
