import { describe, expect, it } from 'vitest';
import { foldQuestionCounts } from '../../../src/store/questions/counts.ts';
import { draft, type StoredQuestion, startTestService, type TestService } from '../../harness.ts';
import { createOne, getBody } from '../common.ts';

const CATEGORIES = ['Science', 'Astronomy', 'General Knowledge', 'Mathematics'];
const SORTS = ['created_at', 'updated_at', 'difficulty', 'category'] as const;
const ORDERS = SORTS.flatMap((sort) => [sort, `-${sort}`]);

/** Reads a list of known length by cursor, page after page. */
async function walk(service: TestService, query: string, limit: number, length: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { data, pagination } = await getBody(service, `/questions?limit=${limit}&${query}${page}`);
    ids.push(...idsOf(data));
    expect(pagination.has_more).toBe(ids.length < length);
    expect(pagination.next_cursor !== null).toBe(pagination.has_more);
    cursor = pagination.next_cursor;
  }
  return ids;
}

/** Reads a list of known length by offset, page after page. */
async function leaf(service: TestService, query: string, limit: number, length: number): Promise<string[]> {
  const ids: string[] = [];
  let more = true;
  while (more) {
    const { data, pagination } = await getBody(service, `/questions?limit=${limit}&offset=${ids.length}&${query}`);
    expect(pagination).toMatchObject({ offset: ids.length, total: length });
    ids.push(...idsOf(data));
    expect(pagination.has_more).toBe(ids.length < length);
    more = pagination.has_more;
  }
  return ids;
}

function idsOf(questions: readonly StoredQuestion[]): string[] {
  return questions.map((question) => question.id);
}

describe('a bank with many ties', async () => {
  const service = await startTestService();
  const created = await service.create(
    Array.from({ length: 60 }, (_, index) =>
      draft({
        category: CATEGORIES[(index * 7) % 4],
        difficulty: (index * 5) % 3,
        topic_focus: index % 2 === 0 ? 'Even' : 'Odd',
        status: index % 6 === 5 ? 'draft' : 'ready',
      }),
    ),
  );
  const bank: StoredQuestion[] = [];
  for (const [index, question] of created.entries()) {
    // Three later times in no order, each shared by many questions.
    service.clock.now = new Date(Date.UTC(2100, 0, 1 + ((index * 11) % 3)));
    const payload = { explanation: 'Changed' };
    bank.push((await service.request({ method: 'PUT', url: `/questions/${question.id}`, payload })).json());
  }

  /** The documented order: by the field, ties in creation order; `-` reverses the whole list. */
  function inOrder(questions: readonly StoredQuestion[], order: string): string[] {
    const field = order.replace('-', '');
    const sorted = questions.toSorted((left, right) => {
      if (field === 'created_at' || left[field] === right[field]) return bank.indexOf(left) - bank.indexOf(right);
      return String(left[field]) < String(right[field]) ? -1 : 1;
    });
    return idsOf(order.startsWith('-') ? sorted.reverse() : sorted);
  }

  const FILTERS: { query: string; matches: (question: StoredQuestion) => boolean }[] = [
    { query: '', matches: (question) => question['status'] === 'ready' },
    { query: '&status=ready&status=draft', matches: () => true },
    {
      query: '&category=science&category=Mathematics&difficulty=0&difficulty=1',
      matches: ({ category, difficulty, ...rest }) =>
        (category === 'Science' || category === 'Mathematics') && difficulty < 2 && rest['status'] === 'ready',
    },
    {
      query: '&topic_focus=Even',
      matches: (question) => question['topic_focus'] === 'Even' && question['status'] === 'ready',
    },
    {
      query: '&q=planet%20-odd',
      matches: (question) => question['topic_focus'] === 'Even' && question['status'] === 'ready',
    },
    { query: '&created_after=2020-01-01T00:00:00Z', matches: (question) => question['status'] === 'ready' },
  ];

  describe.each(FILTERS)('with the filter "$query"', ({ query, matches }) => {
    const matching = bank.filter(matches);

    it.each(ORDERS)('sorted by %s: one page, pages by offset and pages by cursor are the same list', async (order) => {
      const expected = inOrder(matching, order);
      expect(expected.length).toBeGreaterThan(10);
      const whole = await getBody(service, `/questions?limit=1000&sort=${order}${query}`);
      expect(idsOf(whole.data)).toEqual(expected);
      expect(await walk(service, `sort=${order}${query}`, 7, expected.length)).toEqual(expected);
      expect(await leaf(service, `sort=${order}${query}`, 7, expected.length)).toEqual(expected);
    });

    it.each(ORDERS)('sorted by %s: pages of any size are the same list', { tags: ['heavy'] }, async (order) => {
      const expected = inOrder(matching, order);
      for (const limit of [5, 1]) {
        expect(await walk(service, `sort=${order}${query}`, limit, expected.length)).toEqual(expected);
      }
      expect(await leaf(service, `sort=${order}${query}`, 5, expected.length)).toEqual(expected);
    });

    it.each(ORDERS)('sorted by %s: a cursor continues from any offset', { tags: ['heavy'] }, async (order) => {
      const expected = inOrder(matching, order);
      for (let offset = 0; offset < expected.length - 3; offset += 5) {
        const { pagination } = await getBody(service, `/questions?limit=3&offset=${offset}&sort=${order}${query}`);
        const url = `/questions?limit=4&cursor=${pagination.next_cursor}&sort=${order}${query}`;
        expect(idsOf((await getBody(service, url)).data)).toEqual(expected.slice(offset + 3, offset + 7));
      }
    });
  });
});

describe('a bank that changes while a client pages through it', async () => {
  const service = await startTestService();

  it.each(['', '&language=en'])('shows every question once, new ones at the end%s', async (filter) => {
    const before = await service.create(Array.from({ length: 12 }, () => draft({ topic_focus: `Walk${filter}` })));
    const query = `topic_focus=${encodeURIComponent(`Walk${filter}`)}${filter}`;
    const first = await getBody(service, `/questions?limit=6&${query}`);
    const gone = before[8]?.id;
    await service.request({ method: 'DELETE', url: `/questions/${before[5]?.id}` }); // the one that the cursor points at
    await service.request({ method: 'DELETE', url: `/questions/${gone}` });
    await service.request({ method: 'PUT', url: `/questions/${before[9]?.id}`, payload: { difficulty: 2 } });
    const added = await createOne(service, { topic_focus: `Walk${filter}` });
    const rest = await getBody(service, `/questions?limit=20&${query}&cursor=${first.pagination.next_cursor}`);
    expect([...idsOf(first.data), ...idsOf(rest.data)]).toEqual(
      [...idsOf(before), added.id].filter((id) => id !== gone),
    );
    expect(rest.pagination.total).toBe(11);
  });
});

describe('a bank of ten thousand', async () => {
  const SIZE = 10_050;
  const service = await startTestService();
  // Positions on both sides of a block boundary, so that pages cross it.
  await service.deps.db.writes.query('alter table questions alter column position restart with 60000');
  const bank: StoredQuestion[] = [];
  while (bank.length < SIZE) {
    const length = Math.min(1000, SIZE - bank.length);
    const part = Array.from({ length }, (_, index) => draft({ difficulty: index % 2, tags: ['many'] }));
    bank.push(...(await service.create(part)));
  }
  const ids = idsOf(bank);
  const levels = [0, 1].flatMap((level) => idsOf(bank.filter(({ difficulty }) => difficulty === level)));
  const OFFSETS = [1000, 1001, 4999, 5024, 5025, 5026, 5535, 5537, 8000, SIZE - 3, SIZE - 1, SIZE];
  const LISTS: [string, string[]][] = [
    ['sort=created_at', ids],
    ['sort=-created_at', ids.toReversed()],
    ['category=Astronomy&difficulty=0&difficulty=1', ids],
    ['category=Astronomy&sort=-created_at', ids.toReversed()],
    ['sort=difficulty', levels],
    ['sort=-difficulty', levels.toReversed()],
    ['sort=category', ids],
  ];

  async function expectDeepPages(): Promise<void> {
    for (const [query, expected] of LISTS) {
      for (const offset of OFFSETS) {
        const list = await getBody(service, `/questions?limit=5&offset=${offset}&${query}`);
        expect(idsOf(list.data), `${query} at ${offset}`).toEqual(expected.slice(offset, offset + 5));
        expect(list.pagination).toMatchObject({ total: SIZE, has_more: offset + 5 < SIZE });
      }
    }
  }

  it('returns the right page at any depth, before and after its counts are folded', async () => {
    await expectDeepPages();
    expect(await foldQuestionCounts(service.deps.db.writes)).toBeGreaterThan(0);
    await expectDeepPages();
  });

  it.each([
    ['sort=-difficulty', levels.toReversed()],
    ['q=planet', ids],
    ['q=planet&sort=-created_at', ids.toReversed()],
    ['q=planet&sort=difficulty', levels],
    ['tag=many&sort=-created_at', ids.toReversed()],
  ])('can be paged by cursor along %s without repeating or losing a question', async (query, expected) => {
    expect(await walk(service, query, 1000, SIZE)).toEqual(expected);
  });

  it.each(['q=planet', 'q=planet&sort=-created_at', 'tag=many'])(
    'can be searched by %s at any depth',
    async (query) => {
      const expected = query.includes('-created_at') ? ids.toReversed() : ids;
      for (const offset of [1, 5535, 5537, SIZE - 3, SIZE]) {
        const list = await getBody(service, `/questions?limit=5&offset=${offset}&${query}`);
        expect(idsOf(list.data), `at ${offset}`).toEqual(expected.slice(offset, offset + 5));
      }
    },
  );

  it('is counted exactly for status, category, difficulty and topic', async () => {
    const { pagination } = await getBody(service, '/questions?category=Astronomy&difficulty=1&limit=1');
    expect(pagination.total).toBe(SIZE / 2);
  });

  it('reports a minimum if counting would cost more than the page', async () => {
    const { pagination } = await getBody(service, '/questions?tag=many&limit=1');
    expect(pagination).toMatchObject({ total: null, total_at_least: 5000, has_more: true });
    const search = await getBody(service, '/questions?q=planet&limit=1');
    expect(search.pagination.total).toBeNull();
    expect(search.pagination.total_at_least).toBeGreaterThan(0);
    expect(search.pagination.total_at_least).toBeLessThanOrEqual(SIZE);
  });

  it('counts up to five thousand exactly, whatever the filter', async () => {
    const list = '/questions?tag=many&difficulty=1&limit=1';
    expect((await getBody(service, list)).pagination).toMatchObject({ total: null, total_at_least: 5000 });
    for (const id of ids.slice(0, 50)) await service.request({ method: 'DELETE', url: `/questions/${id}` });
    const { pagination } = await getBody(service, list);
    expect(pagination.total).toBe(5000);
    expect(pagination).not.toHaveProperty('total_at_least');
  });
});

it('links to the next page, unless the address is too long for many clients', async () => {
  const service = await startTestService();
  const ids = (await service.create(Array.from({ length: 200 }, () => draft()))).map(({ id }) => id);
  const linked = await service.request({ url: `/questions?limit=1&ids=${ids.slice(0, 20).join(',')}` });
  expect(linked.headers.link).toContain('rel="next"');
  const long = await service.request({ url: `/questions?limit=1&ids=${ids.join(',')}` });
  expect(long.headers.link).toBeUndefined();
  expect(long.json<{ pagination: { next_cursor: string } }>().pagination.next_cursor).not.toBeNull();
});
