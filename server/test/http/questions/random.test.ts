import { describe, expect, it } from 'vitest';
import { draft, type StoredQuestion, startTestService } from '../../harness.ts';
import {
  expectProblem,
  getBody,
  rejectsOtherAccept,
  rejectsUnknownParameters,
  rejectsWithoutDatabase,
  timesOut,
} from '../common.ts';

interface Draw {
  data: StoredQuestion[];
  draw: { count: number; returned: number; seed: string };
}

const CATEGORIES = ['Astronomy', 'Geography', 'Literature'];
const service = await startTestService();
const url = '/questions/random';
const bank = await service.create(
  Array.from({ length: 30 }, (_, index) =>
    draft({
      question_text: index % 2 === 0 ? 'Which river is long?' : 'Which mountain is high?',
      category: CATEGORIES[index % 3],
      difficulty: Math.floor(index / 3) % 3,
      topic_focus: index % 5 === 0 ? 'Rivers' : null,
      tags: index % 4 === 0 ? ['fourth'] : [],
      language: index % 6 === 0 ? 'de' : 'en',
      status: index % 10 === 9 ? 'draft' : 'ready',
      external_id: `number ${index}`,
    }),
  ),
);
const ready = bank.filter((question) => question['status'] === 'ready');
const draw = (query = '') => getBody<Draw>(service, `${url}?${query}`);
const byId = (left: StoredQuestion, right: StoredQuestion) => (left.id < right.id ? -1 : 1);

describe('200', () => {
  it('draws one complete ready question, and returns the seed that repeats the draw', async () => {
    const reply = await service.request({ url });
    const { data, draw: summary } = reply.json<Draw>();
    expect(data).toHaveLength(1);
    expect(ready).toContainEqual(data[0]);
    expect(summary).toEqual({ count: 1, returned: 1, seed: expect.stringMatching(/./u) as string });
    expect(reply.headers['cache-control']).toBe('no-store');
    expect((await draw(`seed=${summary.seed}`)).data).toEqual(data);
  });

  it('returns the same draw for the same seed, and others for other seeds', async () => {
    const draws = new Set<string>();
    for (const seed of Array.from({ length: 20 }, (_, index) => `seed-${index}`)) {
      const first = await draw(`count=5&seed=${seed}`);
      expect(await draw(`count=5&seed=${seed}`)).toEqual(first);
      expect(first.draw).toEqual({ count: 5, returned: 5, seed });
      draws.add(first.data.map(({ id }) => id).join());
    }
    expect(draws.size).toBeGreaterThan(15);
  });

  it('never returns a question twice in one draw', async () => {
    for (let count = 1; count <= 30; count += 1) {
      const { data } = await draw(`count=${count}`);
      expect(new Set(data.map(({ id }) => id)).size).toBe(Math.min(count, 27));
    }
  });

  it.each(['a', 'b', 'c'])(
    'returns the whole bank once if more questions are requested than exist (seed %s)',
    async (seed) => {
      const { data, draw: summary } = await draw(`count=100&seed=${seed}`);
      expect(data.toSorted(byId)).toEqual(ready.toSorted(byId));
      expect(summary).toEqual({ count: 100, returned: 27, seed });
    },
  );

  it('reaches every question eventually', async () => {
    const seen = new Set<string>();
    for (let index = 0; seen.size < 27 && index < 1000; index += 1) {
      for (const { id } of (await draw(`count=3&seed=${index}`)).data) seen.add(id);
    }
    expect(seen.size).toBe(27);
  });

  it('omits excluded questions', async () => {
    const excluded = ready.slice(0, 20).map(({ id }) => id);
    const { data } = await draw(`count=100&exclude=${excluded.join(',')}`);
    expect(data.toSorted(byId)).toEqual(ready.slice(20).toSorted(byId));
    const nothing = await draw(`exclude=${ready.map(({ id }) => id.toUpperCase()).join(',')}`);
    expect(nothing).toMatchObject({ data: [], draw: { count: 1, returned: 0 } });
  });

  it.each<[string, (question: StoredQuestion) => boolean]>([
    ['category=geography', ({ category }) => category === 'Geography'],
    [
      'category=Geography&category=Literature&difficulty=0&difficulty=2',
      ({ category, difficulty }) => category !== 'Astronomy' && difficulty !== 1,
    ],
    ['difficulty=1', ({ difficulty }) => difficulty === 1],
    ['topic_focus=Rivers', (question) => question['topic_focus'] === 'Rivers'],
    ['tag=fourth', (question) => (question['tags'] as string[]).includes('fourth')],
    ['language=de', (question) => question['language'] === 'de'],
    ['q=mountains', ({ question_text }) => question_text.includes('mountain')],
    ['created_after=2000-01-01T00:00:00Z', () => true],
    [
      'updated_after=2000-01-01T00:00:00Z&tag=fourth&difficulty=0',
      (question) => question.difficulty === 0 && (question['tags'] as string[]).includes('fourth'),
    ],
  ])('draws from all questions that match %s', async (query, matches) => {
    const expected = ready.filter(matches).toSorted(byId);
    expect(expected.length).toBeGreaterThan(1);
    for (const seed of ['x', 'y', 'z']) {
      expect((await draw(`count=100&seed=${seed}&${query}`)).data.toSorted(byId)).toEqual(expected);
      const [one] = (await draw(`seed=${seed}&${query}`)).data;
      expect(expected).toContainEqual(one);
    }
  });

  it('draws drafts on request, and questions of any status that is named', async () => {
    const drafts = bank.filter((question) => question['status'] === 'draft');
    expect((await draw('count=9&status=draft')).data.toSorted(byId)).toEqual(drafts.toSorted(byId));
    expect((await draw('external_id=number%209')).data).toEqual([bank[9]]);
    const ids = [bank[8], bank[9]].map((question) => question?.id).join(',');
    expect((await draw(`count=9&ids=${ids}`)).data).toHaveLength(2);
  });

  it('ignores If-None-Match, because each draw is new', async () => {
    const reply = await service.request({ url: `${url}?seed=a`, headers: { 'if-none-match': '*' } });
    expect(reply.statusCode).toBe(200);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });

  it.each([
    ['count=0', 'count', 'out_of_range'],
    ['count=101', 'count', 'out_of_range'],
    ['count=ten', 'count', 'invalid_type'],
    ['seed=', 'seed', 'too_short'],
    [`seed=${'s'.repeat(101)}`, 'seed', 'too_long'],
    ['exclude=1', 'exclude', 'invalid_format'],
    [`exclude=${Array.from({ length: 1001 }, () => bank[0]?.id).join(',')}`, 'exclude', 'too_long'],
    ['category=Sports', 'category', 'not_allowed'],
    ['q=the', 'q', 'no_search_words'],
  ])('rejects %.40s', async (query, parameter, code) => {
    const problem = expectProblem(await service.request({ url: `${url}?${query}` }), 400, 'validation_error');
    expect(problem.errors).toMatchObject([{ parameter, code }]);
  });

  it('rejects a count given twice', async () => {
    expectProblem(await service.request({ url: `${url}?count=1&count=2` }), 400, 'duplicate_parameter');
  });
});

describe('406', () => {
  rejectsOtherAccept(service, { url });
});

describe('503', () => {
  rejectsWithoutDatabase({ url });
});

describe('504', () => {
  timesOut({ url });
});
