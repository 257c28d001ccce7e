import { describe, expect, it } from 'vitest';
import { asOperator, draft, type StoredQuestion, startTestService } from '../../harness.ts';
import { assign } from '../assignments/steps.ts';
import { comment } from '../comments/steps.ts';
import { expectProblem, getBody } from '../common.ts';
import { plantPerson } from '../people.ts';

const CATEGORIES = ['Astronomy', 'Geography', 'Literature', 'Mathematics', 'Science', 'General Knowledge'];
const TEXTS = [
  'Where do penguins live?',
  'Who described a black hole?',
  'What erupts from a volcano?',
  'Is it Tuesday?',
];

const service = await startTestService();

function variedDraft(index: number): object {
  return draft({
    question_text: `${TEXTS[index % 4]} (${index})`,
    correct_answer: 'Zanzibar',
    category: CATEGORIES[index % 6],
    difficulty: Math.floor(index / 6) % 3,
    topic_focus: index % 5 === 0 ? 'Polar life' : index % 5 === 1 ? 'polar life' : null,
    tags: index % 4 === 0 ? ['animals', 'south pole'] : index % 7 === 0 ? ['south'] : [],
    language: index % 9 === 0 ? 'pt-BR' : index % 9 === 1 ? 'pt' : 'en',
    status: index % 10 === 3 ? 'draft' : index % 10 === 6 ? 'archived' : 'ready',
    external_id: index % 8 === 0 ? `other/${index}` : null,
  });
}

const first = await service.create(Array.from({ length: 40 }, (_, index) => variedDraft(index)));
const boundary = first.at(-1)?.created_at ?? '';
service.deps.newId = laterIds(service.deps.newId);
const second = await service.create(Array.from({ length: 40 }, (_, index) => variedDraft(40 + index)));
const later = second[0]?.created_at ?? '';

// Every eleventh question is changed a hundred years later.
service.clock.now = new Date('2126-01-01T00:00:00Z');
const bank: StoredQuestion[] = [];
for (const [index, question] of [...first, ...second].entries()) {
  if (index % 11 !== 0) bank.push(question);
  else {
    const payload = { explanation: 'Changed' };
    const reply = await service.request({ method: 'PUT', url: `/questions/${question.id}`, payload });
    bank.push(reply.json());
  }
}

const person = await plantPerson(service, 'editor');
const assigned = bank.filter((_, index) => index % 5 === 1);
for (const { id } of assigned) await assign(service, { analysis_type: 'topics', question_id: id, person });
const commented = bank.filter((_, index) => index % 6 === 1);
for (const { id } of commented) await comment(service, id);

/** Ids of a second later, so that the second half is certainly created after the first. */
function laterIds(newId: () => string): () => string {
  return () => {
    const id = newId();
    const later = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) + 1000;
    const hex = later.toString(16).padStart(12, '0');
    return `${hex.slice(0, 8)}-${hex.slice(8)}${id.slice(13)}`;
  };
}

interface Filter {
  query: string;
  matches: (question: StoredQuestion) => boolean;
  /** Selected by name, so of any status. */
  named?: boolean;
}

const creation = await getBody(service, '/changes?kind=array&limit=1');
const changed = await getBody(service, '/changes?kind=update&limit=1');
const wanted = bank.filter((_, index) => index % 13 === 3).map((question) => question.id);
const pole = encodeURIComponent('south pole');
const FILTERS: Filter[] = [
  { query: 'category=Science', matches: ({ category }) => category === 'Science' },
  {
    query: 'category=general%20knowledge&category=ASTRONOMY',
    matches: ({ category }) => category === 'General Knowledge' || category === 'Astronomy',
  },
  { query: 'difficulty=2', matches: ({ difficulty }) => difficulty === 2 },
  { query: 'difficulty=0&difficulty=2', matches: ({ difficulty }) => difficulty !== 1 },
  { query: 'difficulty=0,1', matches: ({ difficulty }) => difficulty !== 2 },
  { query: 'topic_focus=Polar%20life', matches: (question) => question['topic_focus'] === 'Polar life' },
  { query: 'tag=south', matches: (question) => tagsOf(question).includes('south') },
  { query: `tag=${pole}&tag=animals`, matches: (question) => tagsOf(question).includes('animals') },
  { query: `tag=${pole}`, matches: (question) => tagsOf(question).includes('south pole') },
  { query: 'language=pt', matches: (question) => question['language'] === 'pt' },
  { query: 'language=PT-br', matches: (question) => question['language'] === 'pt-BR' },
  { query: 'q=penguin', matches: ({ question_text }) => question_text.includes('penguins') },
  { query: 'q=polar%20-volcano', matches: (question) => isPolar(question) && !/volcano/u.test(question.question_text) },
  { query: 'q=%22black%20hole%22', matches: ({ question_text }) => question_text.includes('black hole') },
  { query: 'q=nowherefound', matches: () => false },
  { query: `ids=${wanted.join(',')}`, matches: ({ id }) => wanted.includes(id), named: true },
  { query: 'external_id=other/16', matches: (question) => question['external_id'] === 'other/16', named: true },
  { query: `change_id=${creation.data[0]?.id}`, matches: ({ created_at }) => created_at > boundary, named: true },
  { query: `assignee=${person}`, matches: (question) => assigned.includes(question), named: true },
  { query: 'has_open_comments=true', matches: (question) => commented.includes(question), named: true },
  { query: `created_after=${boundary}`, matches: ({ created_at }) => created_at > boundary },
  { query: `created_before=${later}`, matches: ({ created_at }) => created_at < later },
  { query: 'updated_before=2126-01-01T00:00:00Z', matches: ({ updated_at }) => !updated_at.startsWith('2126') },
  { query: 'updated_after=2126-01-01T00:59:59%2B01:00', matches: ({ updated_at }) => updated_at.startsWith('2126') },
];

const STATUSES: Filter[] = [
  { query: '', matches: (question) => question['status'] === 'ready' },
  { query: 'status=draft', matches: (question) => question['status'] === 'draft' },
  { query: 'status=ready&status=archived', matches: (question) => question['status'] !== 'draft' },
  { query: 'status=draft&status=ready&status=archived', matches: () => true },
];

function tagsOf(question: StoredQuestion): string[] {
  return question['tags'] as string[];
}

function isPolar(question: StoredQuestion): boolean {
  return String(question['topic_focus']).toLowerCase() === 'polar life';
}

/** The expected list, computed from every question. */
async function expectList(filters: readonly Filter[]): Promise<number> {
  const named = filters.some((filter) => filter.named);
  const relevant = named ? filters.filter((filter) => filter.query !== '') : filters;
  const expected = bank.filter((question) => relevant.every((filter) => filter.matches(question)));
  const query = filters.map((filter) => filter.query).join('&');
  const list = await getBody(service, `/questions?limit=1000&${query.replace(/^&|&$/gu, '')}`);
  expect(list.data, query).toEqual(expected);
  expect(list.pagination.total, query).toBe(expected.length);
  return expected.length;
}

describe('filters', () => {
  it.each(STATUSES)('"$query" returns only these statuses', async (status) => {
    expect(await expectList([status])).toBeGreaterThan(0);
  });

  it.each(FILTERS.filter(({ query }) => query !== 'q=nowherefound'))(
    '%# $query returns what it selects',
    async (filter) => {
      expect(await expectList([filter, ...STATUSES.slice(0, 1)])).toBeGreaterThan(0);
      expect(await expectList([filter, ...STATUSES.slice(3)])).toBeGreaterThan(0);
    },
  );

  it.each(FILTERS)('$query combined with any other returns their intersection', async (filter) => {
    const key = filter.query.split('=')[0];
    for (const other of FILTERS) {
      if (other.query.startsWith(`${key}=`)) continue;
      for (const status of STATUSES.slice(0, 3)) await expectList([filter, other, status]);
    }
  });

  it.each([
    ['min_difficulty=1', (difficulty: number) => difficulty >= 1],
    ['max_difficulty=1', (difficulty: number) => difficulty <= 1],
    ['min_difficulty=1&max_difficulty=1', (difficulty: number) => difficulty === 1],
    ['min_difficulty=1&difficulty=0,2', (difficulty: number) => difficulty === 2],
  ])('with %s return the levels of the range', async (query, matches) => {
    const { data } = await getBody(service, `/questions?limit=1000&${query}`);
    expect(data).toEqual(bank.filter(({ difficulty, status }) => matches(difficulty) && status === 'ready'));
    expect(data.length).toBeGreaterThan(0);
  });

  it('with a range without levels are rejected', async () => {
    for (const query of ['min_difficulty=2&max_difficulty=1', 'min_difficulty=1&difficulty=0']) {
      expectProblem(await service.request({ url: `/questions?${query}` }), 400, 'conflicting_parameters');
    }
  });

  it('match questions with all of several tags, in draws, facets and exports as well', async () => {
    const both = `tag=animals&tag=${pole}`;
    const [total] = [(await getBody(service, `/questions?${both}`)).pagination.total];
    expect(total).toBeGreaterThan(0);
    expect((await getBody(service, `/questions?tag=animals&tag=south`)).pagination.total).toBe(0);
    const facets = await service.request({ url: `/questions/facets?${both}` });
    expect(facets.json()).toMatchObject({ total });
    const drawn = await service.request({ url: `/questions/random?${both}&count=100` });
    expect(drawn.json<{ data: unknown[] }>().data).toHaveLength(Number(total));
    const exported = await service.request({ url: `/questions/export?${both}` });
    expect(exported.body.trim().split('\n')).toHaveLength(Number(total));
  });

  it('by change match what it wrote, in facets, exports and bulk changes as well', async () => {
    const change_id = String(changed.data[0]?.id);
    const [written] = (await getBody(service, `/questions?change_id=${change_id}`)).data;
    expect(written).toEqual(bank.findLast(({ updated_at }) => updated_at.startsWith('2126')));
    const facets = await service.request({ url: `/questions/facets?change_id=${creation.data[0]?.id}&tag=south` });
    expect(facets.json()).toMatchObject({
      total: second.filter((question) => tagsOf(question).includes('south')).length,
    });
    const payload = { filter: { change_id }, set: { difficulty: 0 }, dry_run: true };
    const bulk = await service.request({ method: 'POST', url: '/questions/bulk', payload });
    expect(bulk.json()).toMatchObject({ count: 1 });
    expect((await getBody(service, `/questions?change_id=${service.deps.newId()}`)).data).toEqual([]);
  });

  it.each([
    ['change_id', String(changed.data[0]?.id)],
    ['assignee', person],
    ['analysis_id', service.deps.newId()],
    ['has_open_comments', true],
  ])(
    'by %s are rejected where questions are drawn, exported, frozen, analysed or saved as a view',
    async (...given) => {
      const [name, value] = given;
      const filter = { [name]: value };
      const requests = [
        { url: `/questions/random?${name}=${value}` },
        { url: `/questions/export?${name}=${value}` },
        { url: `/questions/export/report?format=csv&${name}=${value}` },
        { method: 'POST', url: '/draws', payload: { filter } },
        { method: 'POST', url: '/datasets', payload: { filter } },
        { method: 'POST', url: '/views', payload: { name: 'Imported', filter } },
        { method: 'POST', url: '/analysis/run', payload: { analysis_type: 'text_statistics', filter } },
      ] as const;
      for (const request of requests) {
        const reply = await service.request({ ...request, headers: asOperator });
        expectProblem(reply, 400, 'payload' in request ? 'unknown_field' : 'unknown_parameter');
        expect(reply.body).toContain(name);
      }
    },
  );

  it('can be combined: category, level, topic, tag, language, search and status', async () => {
    const query =
      'category=astronomy&difficulty=1&topic_focus=Polar%20life&tag=animals&language=en&q=penguin&status=ready&status=draft';
    const list = await getBody(service, `/questions?${query}`);
    expect(list.data).toEqual([bank[60]]);
  });

  it('search question and topic, in any form of a word', async () => {
    expect((await getBody(service, '/questions?q=erupting%20volcanoes')).pagination.total).toBeGreaterThan(0);
  });

  it('accept any text as a search', async () => {
    for (const q of ['"unclosed', "o'clock & | ! :*", '% _ \\ penguin', '日本語', 'a'.repeat(200), '#0 penguin']) {
      const { pagination } = await getBody(service, `/questions?q=${encodeURIComponent(q)}`);
      expect(pagination.total, q).toEqual(expect.any(Number));
    }
    for (const q of ['\\\\', '💥💥', '& | !', '#!']) {
      const reply = await service.request({ url: `/questions?q=${encodeURIComponent(q)}` });
      expect(expectProblem(reply, 400, 'validation_error').errors).toMatchObject([{ code: 'no_search_words' }]);
    }
  });

  it('accept a thousand ids at once, including unknown and repeated ones', async () => {
    const unknown = Array.from({ length: 1000 - bank.length - 1 }, () => service.deps.newId());
    const ids = [...bank.map(({ id }) => id), bank[0]?.id.toUpperCase(), ...unknown].join(',');
    const list = await getBody(service, `/questions?limit=1000&ids=${ids}`);
    expect(list.data).toEqual(bank);
  });

  it('accept times before and after every question', async () => {
    const { total } = (await getBody(service, '/questions')).pagination;
    for (const parameter of ['created_after', 'created_before', 'updated_after', 'updated_before']) {
      const before = await getBody(service, `/questions?${parameter}=0001-01-01T00:00:00Z`);
      const after = await getBody(service, `/questions?${parameter}=9999-12-31T23:59:59.999Z`);
      const expected = parameter.endsWith('after') ? [total, 0] : [0, total];
      expect([before.pagination.total, after.pagination.total], parameter).toEqual(expected);
    }
  });
});
