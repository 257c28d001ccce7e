import { describe, expect, it } from 'vitest';
import { asOperator, draft, type StoredQuestion, startTestService } from '../../harness.ts';
import { asked as askedAssignment, assign } from '../assignments/steps.ts';
import { asked, comment } from '../comments/steps.ts';
import { expectProblem, getBody } from '../common.ts';
import { signIn } from '../people.ts';
import { somebody } from '../views/steps.ts';

const service = await startTestService();
const bank = await service.create(
  Array.from({ length: 4 }, (_, index) => draft({ status: index === 1 ? 'draft' : 'ready' })),
);
const [one, two, three, four] = bank as [StoredQuestion, StoredQuestion, StoredQuestion, StoredQuestion];
const editor = await signIn(service, 'editor');
const { personId: person, headers } = editor;
await assign(service, { analysis_type: 'topics', question_id: one.id, person });
await assign(service, { analysis_type: 'item_flaws', question_id: one.id, person });
await assign(service, { analysis_type: 'duplicates', question_ids: [two.id, three.id].sort(), person });
const ended = await assign(service, { analysis_type: 'topics', question_id: four.id, person });
await service.request(askedAssignment('PATCH', ended.id, { done: true }));
await comment(service, two.id);
await service.request(asked('PATCH', await comment(service, three.id), { resolved: true }));

const list = async (query: string, of = headers) =>
  (await getBody(service, `/questions?${query}`, of)).data.map(({ id }) => id);

describe('a list by assignee', () => {
  it('has each question with an open assignment once, of any status, and both of a pair', async () => {
    expect(await list(`assignee=${person.toUpperCase()}`)).toEqual([one.id, two.id, three.id]);
    expect(await list(`assignee=${person}&status=ready`)).toEqual([one.id, three.id]);
    expect(await list(`assignee=${service.deps.newId()}`)).toEqual([]);
  });

  it('understands "me" from the person who is signed in, and from nobody else', async () => {
    expect(await list('assignee=me')).toEqual([one.id, two.id, three.id]);
    expect(await list('assignee=me', (await signIn(service, 'viewer')).headers)).toEqual([]);
    const reply = await service.request({ url: '/questions?assignee=me', headers: asOperator });
    const { errors } = expectProblem(reply, 400, 'validation_error');
    expect(errors).toMatchObject([{ code: 'not_allowed', parameter: 'assignee' }]);
  });

  it('rejects a name', async () => {
    const reply = await service.request({ url: '/questions?assignee=Ada', headers: asOperator });
    expect(expectProblem(reply, 400, 'validation_error').errors).toMatchObject([{ parameter: 'assignee' }]);
  });

  it('has the same pages by cursor', async () => {
    const { data, pagination } = await getBody(service, '/questions?assignee=me&limit=2', headers);
    expect([data.length, pagination.total]).toEqual([2, 3]);
    expect(await list(`assignee=me&limit=2&cursor=${pagination.next_cursor}`)).toEqual([three.id]);
  });

  it('can be counted and changed in bulk; the change says who it was', async () => {
    const facets = await service.request({ url: '/questions/facets?assignee=me', headers });
    expect(facets.json()).toMatchObject({ total: 3 });
    const payload = { filter: { assignee: 'me' }, set: { difficulty: 0 }, expected_count: 3 };
    const bulk = await service.request({ method: 'POST', url: '/questions/bulk', headers, payload });
    expect(bulk.statusCode, bulk.body).toBe(202);
    expect(bulk.json()).toMatchObject({ bulk: { matched: 3, filter: { assignee: person } } });
    const byName = { ...payload, filter: { assignee: 'Ada' } };
    const reply = await service.request({ method: 'POST', url: '/questions/bulk', headers, payload: byName });
    expect(expectProblem(reply, 400, 'validation_error').errors).toMatchObject([{ pointer: '#/filter/assignee' }]);
  });
});

describe('a list of questions with open comments', () => {
  it('leaves out those whose comments are all resolved', async () => {
    expect(await list('has_open_comments=true')).toEqual([two.id]);
    await comment(service, two.id);
    expect(await list('has_open_comments=true')).toEqual([two.id]);
  });

  it('can be combined with an assignee and with a tag', async () => {
    expect(await list('has_open_comments=true&assignee=me')).toEqual([two.id]);
    expect(await list('has_open_comments=true&tag=nowhere')).toEqual([]);
  });

  it('rejects false, for which every question would have to be read', async () => {
    const reply = await service.request({ url: '/questions?has_open_comments=false', headers });
    expect(expectProblem(reply, 400, 'validation_error').errors).toMatchObject([{ parameter: 'has_open_comments' }]);
  });
});

describe('a caller who may only play', () => {
  it.each(['assignee=01a1dcb4-4c4a-75f8-b904-7e31f36f1181', 'has_open_comments=true'])(
    'cannot list by %s',
    async (query) => {
      const player = await somebody(service, 'questions:play');
      for (const url of ['/questions', '/questions/facets']) {
        const reply = await service.request({ url: `${url}?${query}`, headers: player.headers });
        expectProblem(reply, 403, 'insufficient_scope');
      }
    },
  );
});
