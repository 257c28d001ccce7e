import { describe, expect, it } from 'vitest';
import { foldQuestionCounts } from '../../../src/store/questions/counts.ts';
import { draft, type StoredQuestion, startTestService } from '../../harness.ts';
import {
  createOne,
  expectProblem,
  getBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';

interface Level {
  difficulty: number;
  name: string;
  total: number;
}
interface Facets {
  total: number;
  categories: {
    category: string;
    total: number;
    difficulties: Level[];
    topic_count: number;
    topics: { topic_focus: string | null; total: number; difficulties: Level[] }[];
  }[];
}

const CATEGORIES = ['Astronomy', 'Geography', 'Literature', 'Mathematics', 'Science', 'General Knowledge'];
const LEVELS = ['Basic', 'Intermediate', 'Advanced'];
const TOPICS = ['Rivers', 'Alps', null, 'Rivers', 'Øresund'];

const service = await startTestService();
const url = '/questions/facets';
// Literature stays empty; every topic is used in several categories and levels.
const bank = await service.create(
  Array.from({ length: 90 }, (_, index) =>
    draft({
      question_text: index % 4 === 0 ? 'Which river is long?' : 'Which mountain is high?',
      category: CATEGORIES.filter((name) => name !== 'Literature')[index % 5],
      difficulty: Math.floor(index / 5) % 3,
      topic_focus: TOPICS[(index * 3 + Math.floor(index / 7)) % 5],
      tags: index % 3 === 0 ? ['third'] : [],
      status: index % 9 === 8 ? 'draft' : 'ready',
      external_id: index === 17 ? 'seventeen' : null,
    }),
  ),
);
const ready = bank.filter((question) => question['status'] === 'ready');
const getFacets = (query = '') => getBody<Facets>(service, `${url}${query}`);

/** The counts computed from every question. */
function count(questions: readonly StoredQuestion[], categories = CATEGORIES, levels = [0, 1, 2]): Facets {
  const spread = (members: readonly StoredQuestion[]) =>
    levels.map((difficulty) => ({
      difficulty,
      name: String(LEVELS[difficulty]),
      total: members.filter((question) => question.difficulty === difficulty).length,
    }));
  return {
    total: questions.length,
    categories: categories.map((category) => {
      const members = questions.filter((question) => question.category === category);
      const topics = [...Map.groupBy(members, (question) => question['topic_focus'] as string | null)]
        .map(([topic_focus, parts]) => ({ topic_focus, total: parts.length, difficulties: spread(parts) }))
        .sort((a, b) => b.total - a.total || ((a.topic_focus ?? '') < (b.topic_focus ?? '') ? -1 : 1));
      return { category, total: members.length, difficulties: spread(members), topic_count: topics.length, topics };
    }),
  };
}

describe('200', () => {
  it('counts every category, level and topic of the ready questions, empty ones too', async () => {
    const facets = await getFacets();
    expect(facets).toEqual(count(ready));
    expect(facets.categories.find(({ category }) => category === 'Literature')).toEqual({
      category: 'Literature',
      total: 0,
      difficulties: LEVELS.map((name, difficulty) => ({ difficulty, name, total: 0 })),
      topic_count: 0,
      topics: [],
    });
  });

  it('returns the same counts before and after they are folded', async () => {
    const before = await getFacets('?status=ready&status=draft');
    expect(await foldQuestionCounts(service.deps.db.writes)).toBeGreaterThan(0);
    expect(await getFacets('?status=ready&status=draft')).toEqual(before);
    expect(before).toEqual(count(bank));
  });

  it('shows only the requested categories and levels', async () => {
    const facets = await getFacets('?category=SCIENCE&category=Literature&difficulty=2&difficulty=0');
    const matching = ready.filter((question) => question.category === 'Science' && question.difficulty !== 1);
    expect(facets).toEqual(count(matching, ['Science', 'Literature'], [0, 2]));
  });

  it('shows a category once, however many spellings are requested', async () => {
    const facets = await getFacets('?category=SCIENCE&category=science&category=Science');
    expect(facets).toEqual(
      count(
        ready.filter(({ category }) => category === 'Science'),
        ['Science'],
      ),
    );
  });

  it.each([
    ['topic_focus=Rivers', (question: StoredQuestion) => question['topic_focus'] === 'Rivers'],
    ['tag=third', (question: StoredQuestion) => (question['tags'] as string[]).includes('third')],
    [
      'q=rivers',
      (question: StoredQuestion) => /river/iu.test(`${question.question_text} ${String(question['topic_focus'])}`),
    ],
    ['language=de', () => false],
    ['updated_after=9999-01-01T00:00:00Z', () => false],
  ])('counts what %s matches', async (query, matches) => {
    expect(await getFacets(`?${query}`)).toEqual(count(ready.filter(matches)));
  });

  it('counts questions of any status that is named', async () => {
    expect((await getFacets('?external_id=seventeen')).total).toBe(1);
    expect((await getFacets(`?ids=${bank.map(({ id }) => id).join(',')}`)).total).toBe(90);
  });

  it.each([
    '',
    'status=draft',
    'category=Science&difficulty=1',
    'topic_focus=Rivers',
    'topic_focus=Alps&category=geography&status=draft&status=ready',
  ])('counts "%s" the same from stored counts as by reading every row', async (query) => {
    const scanned = await getFacets(`?${query}&created_after=2000-01-01T00:00:00Z`.replace('?&', '?'));
    expect(await getFacets(`?${query}`)).toEqual(scanned);
    expect(scanned.total).toBeGreaterThan(0);
  });

  it('agrees with the totals of the lists', async () => {
    for (const { category, difficulties } of (await getFacets()).categories) {
      for (const { difficulty, total } of difficulties) {
        const query = `category=${encodeURIComponent(category)}&difficulty=${difficulty}&limit=1`;
        expect((await getBody(service, `/questions?${query}`)).pagination.total).toBe(total);
      }
    }
  });

  it.each([0, 1, 2, 1000])('lists the %i largest topics of each category and their number', async (limit) => {
    const expected = count(ready);
    for (const category of expected.categories) category.topics = category.topics.slice(0, limit);
    expect(await getFacets(`?topic_limit=${limit}`)).toEqual(expected);
    expect(expected.categories[0]?.topic_count).toBeGreaterThan(2);
  });

  it('is exact immediately after every change', async () => {
    const totals = async () => {
      const { categories } = await getFacets('?category=Literature&status=ready&status=archived');
      return categories[0]?.topics.map(({ topic_focus, total }) => [topic_focus, total]);
    };
    const { id } = await createOne(service, { category: 'Literature', topic_focus: 'Poems' });
    const change = (payload: object) => service.request({ method: 'PUT', url: `/questions/${id}`, payload });
    expect(await totals()).toEqual([['Poems', 1]]);
    await change({ topic_focus: 'Novels' });
    expect(await totals()).toEqual([['Novels', 1]]);
    await change({ topic_focus: null, status: 'archived' });
    expect(await totals()).toEqual([[null, 1]]);
    await change({ status: 'draft' });
    expect(await totals()).toEqual([]);
    await change({ status: 'ready' });
    expect(await totals()).toEqual([[null, 1]]);
    await service.request({ method: 'DELETE', url: `/questions/${id}` });
    expect(await totals()).toEqual([]);
  });
});

describe('304', () => {
  it('sends no body until the counts change', async () => {
    const counted = `${url}?category=Mathematics`;
    const { etag } = (await service.request({ url: counted })).headers;
    const headers = { 'if-none-match': String(etag) };
    expect((await service.request({ url: counted, headers })).statusCode).toBe(304);
    await createOne(service, { category: 'Mathematics' });
    expect((await service.request({ url: counted, headers })).statusCode).toBe(200);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });

  it.each(['limit=1', 'offset=0', 'sort=category', 'cursor=x', 'fields=id'])(
    'rejects %s, since there are no pages',
    async (query) => {
      expectProblem(await service.request({ url: `${url}?${query}` }), 400, 'unknown_parameter');
    },
  );

  it.each([
    ['topic_limit=-1', 'topic_limit', 'out_of_range'],
    ['topic_limit=1001', 'topic_limit', 'out_of_range'],
    ['topic_limit=all', 'topic_limit', 'invalid_type'],
    ['category=Sports', 'category', 'not_allowed'],
    ['difficulty=5', 'difficulty', 'out_of_range'],
    ['q=the', 'q', 'no_search_words'],
  ])('rejects %s', async (query, parameter, code) => {
    const problem = expectProblem(await service.request({ url: `${url}?${query}` }), 400, 'validation_error');
    expect(problem.errors).toMatchObject([{ parameter, code }]);
  });
});

describe('406', () => {
  rejectsOtherAccept(service, { url });
});

describe('503', () => {
  rejectsWithoutDatabase({ url });
});

describe('504', () => {
  timesOut({ url }, 'question_topics');
  timesOut({ url: `${url}?tag=x` });
});
