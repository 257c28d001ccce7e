import { describe, expect, it } from 'vitest';
import type { Scope } from '../../../src/domain/tokens/scope.ts';
import { filterConditions, Values } from '../../../src/store/questions/conditions.ts';
import { tokenWith } from '../../access/credentials.ts';
import { draft, startTestService } from '../../harness.ts';
import { bearer } from '../credentials.ts';

const service = await startTestService();

const [first, second, third] = await service.create([
  draft({
    question_text: 'Who was the first human in space?',
    correct_answer: 'Yuri Gagarin',
    accepted_answers: ['Juri Gagarin', 'Jurij Alexejewitsch'],
    incorrect_answers: ['Neil Armstrong'],
    topic_focus: 'Spaceflight',
  }),
  draft({ question_text: 'What did Gagarin fly?', correct_answer: 'Vostok 1', topic_focus: null }),
  draft({ question_text: 'Which dog flew in space?', correct_answer: 'Laika', topic_focus: null }),
]);

async function ask(scopes: readonly Scope[], url: string, payload?: object) {
  const headers = bearer(await tokenWith(service, scopes));
  return service.app.inject({
    method: payload === undefined ? 'GET' : 'POST',
    url,
    headers,
    ...(payload && { payload }),
  });
}

async function idsFor(scopes: readonly Scope[], q: string): Promise<string[]> {
  const reply = await ask(scopes, `/questions?q=${encodeURIComponent(q)}`);
  expect(reply.statusCode).toBe(200);
  return reply.json<{ data: { id: string }[] }>().data.map(({ id }) => id);
}

const READER = ['questions:read'] as const;
const PLAYER = ['questions:play'] as const;

describe('a caller with questions:read', () => {
  it.each([
    ['gagarin', [first?.id, second?.id]],
    ['"yuri gagarin"', [first?.id]],
    ['jurij', [first?.id]],
    ['first human gagarin', [first?.id]],
    ['space -gagarin', [third?.id]],
    ['laika or vostok', [second?.id, third?.id]],
    ['armstrong', []],
  ])('finds %s in questions and answers', async (q, ids) => {
    expect(await idsFor(READER, q)).toEqual(ids);
  });

  it('finds the same questions in other orders, counts, draws, exports and datasets', async () => {
    const { data } = (await ask(READER, '/questions?q=gagarin&sort=-updated_at')).json<{ data: object[] }>();
    expect(data).toHaveLength(2);
    expect((await ask(READER, '/questions/facets?q=gagarin')).json()).toMatchObject({ total: 2 });
    expect((await ask(READER, '/questions/random?q=jurij')).json<{ data: object[] }>().data).toHaveLength(1);
    expect((await ask(READER, '/questions/export?q=gagarin')).body.trim().split('\n')).toHaveLength(2);
    const scopes = ['questions:read'] as const;
    const dataset = await ask(scopes, '/datasets', { filter: { q: 'gagarin' } });
    expect(dataset.json()).toMatchObject({ question_count: 2, filter: { q: 'gagarin' } });
  });

  it('finds what has been changed, and not what has been replaced', async () => {
    const [question] = await service.create([draft({ question_text: 'Who built it?', correct_answer: 'Koroljow' })]);
    expect(await idsFor(READER, 'koroljow')).toEqual([question?.id]);
    const payload = { correct_answer: 'Gluschko' };
    await service.request({ method: 'PATCH', url: `/questions/${question?.id}`, payload });
    expect(await idsFor(READER, 'koroljow')).toEqual([]);
    expect(await idsFor(READER, 'gluschko')).toEqual([question?.id]);
  });

  it('changes in bulk what the search finds', async () => {
    const reply = await ask(['questions:read', 'questions:write'], '/questions/bulk', {
      filter: { q: 'gagarin' },
      add_tags: ['space'],
      dry_run: true,
    });
    expect(reply.json()).toMatchObject({ count: 2 });
  });
});

describe('a caller without questions:read', () => {
  it.each(['gagarin', '"yuri gagarin"', 'jurij', 'first human gagarin', 'vostok'])(
    'does not find %s in answers',
    async (q) => {
      expect(await idsFor(PLAYER, q)).toEqual(q === 'gagarin' ? [second?.id] : []);
    },
  );

  it('does not find answers by excluding them', async () => {
    expect(await idsFor(PLAYER, 'space -gagarin')).toEqual([first?.id, third?.id]);
  });

  it('counts and draws only by questions', async () => {
    expect((await ask(PLAYER, '/questions/facets?q=gagarin')).json()).toMatchObject({ total: 1 });
    expect((await ask(PLAYER, '/questions/random?q=jurij')).json<{ data: object[] }>().data).toEqual([]);
  });
});

it.each([
  ['questions_search_answers', { q: 'gagarin', searches_answers: true }],
  ['questions_search', { q: 'gagarin' }],
] as const)('%s serves %j', async (index, filter) => {
  // In a small table, PostgreSQL prefers any other index.
  await service.create(
    Array.from({ length: 1000 }, (_, number) => draft({ question_text: `What is weight ${number}?` })),
  );
  await service.deps.db.writes.query({ text: 'analyze questions' });
  const values = new Values();
  const where = filterConditions(filter, service.deps.categories.current, values);
  const plan = await service.deps.db.writes.query({
    text: `explain select from questions where ${where}`,
    values: values.list,
  });
  expect(JSON.stringify(plan.rows)).toMatch(new RegExp(`Bitmap Index Scan on ${index} `, 'u'));
});
