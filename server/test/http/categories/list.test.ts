import { describe, expect, it, vi } from 'vitest';
import { asOperator, draft, startTestService } from '../../harness.ts';
import { answersWithoutDatabase, refusesOtherAccept, refusesUnknownParameters } from '../common.ts';

const service = await startTestService();
const url = '/categories';

interface Catalogue {
  categories: { name: string }[];
  difficulties: { difficulty: number; name: string }[];
}

describe('200', () => {
  it('lists the six categories and the names of the levels', async () => {
    const answer = await service.request({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.json()).toEqual({
      categories: [
        { name: 'Astronomy' },
        { name: 'Geography' },
        { name: 'Literature' },
        { name: 'Mathematics' },
        { name: 'Science' },
        { name: 'General Knowledge' },
      ],
      difficulties: [
        { difficulty: 0, name: 'Basic' },
        { difficulty: 1, name: 'Intermediate' },
        { difficulty: 2, name: 'Advanced' },
      ],
    });
  });

  it('lists names that questions may be created with', async () => {
    const { categories } = (await service.request({ url })).json<Catalogue>();
    const created = await service.create(categories.map(({ name }) => draft({ category: name })));
    expect(created.map((question) => question.category)).toEqual(categories.map(({ name }) => name));
  });

  it('answers from memory while the database is away', async () => {
    const other = await startTestService();
    await other.deps.db.close();
    other.deps.db.close = async () => {};
    expect((await other.request({ url })).json<Catalogue>().categories).toHaveLength(6);
  });

  it('knows a category added to the table once it has looked again, without a restart', async () => {
    const other = await startTestService();
    await other.deps.db.writes.query(`insert into categories (name) values ('Music')`);
    const names = async () =>
      (await other.request({ url })).json<Catalogue>().categories.map((category) => category.name);
    expect(await names()).not.toContain('Music');
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 6000);
    try {
      await vi.waitFor(async () => expect(await names()).toContain('Music'), { timeout: 10_000, interval: 10 });
    } finally {
      clock.mockRestore();
    }
    const [question] = await other.create(draft({ category: 'music' }));
    expect(question?.category).toBe('Music');
  });
});

describe('304', () => {
  it('answers without a body to a caller who has the list already', async () => {
    const { headers } = await service.request({ url });
    const answer = await service.request({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect(answer.statusCode).toBe(304);
    expect(answer.body).toBe('');
  });

  it('answers in full to a caller who has another one', async () => {
    expect((await service.request({ url, headers: { 'if-none-match': 'W/"other"' } })).statusCode).toBe(200);
  });
});

describe('400', () => {
  refusesUnknownParameters(service, { url });
});

describe('406', () => {
  refusesOtherAccept(service, { url });
});

describe('503', () => {
  answersWithoutDatabase({ url, headers: asOperator }); // the list is in memory, whose token it is is not
});
