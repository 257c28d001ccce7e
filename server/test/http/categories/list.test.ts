import { describe, expect, it, vi } from 'vitest';
import { asOperator, draft, startTestService } from '../../harness.ts';
import { rejectsOtherAccept, rejectsUnknownParameters, rejectsWithoutDatabase } from '../common.ts';

const service = await startTestService();
const url = '/categories';

interface Catalogue {
  categories: { name: string }[];
  difficulties: { difficulty: number; name: string }[];
}

describe('200', () => {
  it('lists the six categories and the names of the levels', async () => {
    const reply = await service.request({ url });
    expect(reply.statusCode).toBe(200);
    expect(reply.json()).toEqual({
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

  it('lists names that are accepted for new questions', async () => {
    const { categories } = (await service.request({ url })).json<Catalogue>();
    const created = await service.create(categories.map(({ name }) => draft({ category: name })));
    expect(created.map((question) => question.category)).toEqual(categories.map(({ name }) => name));
  });

  it('responds from memory while the database is unavailable', async () => {
    const other = await startTestService();
    await other.deps.db.close();
    other.deps.db.close = async () => {};
    expect((await other.request({ url })).json<Catalogue>().categories).toHaveLength(6);
  });

  it('shows a category added to the table within a second, without a restart', async () => {
    const other = await startTestService();
    await other.deps.db.writes.query(`insert into categories (name) values ('Music')`);
    const names = async () =>
      (await other.request({ url })).json<Catalogue>().categories.map((category) => category.name);
    await vi.waitFor(async () => expect(await names()).toContain('Music'), { timeout: 5000, interval: 20 });
    const [question] = await other.create(draft({ category: 'music' }));
    expect(question?.category).toBe('Music');
  });
});

describe('304', () => {
  it('sends no body to a caller with the current list', async () => {
    const { headers } = await service.request({ url });
    const reply = await service.request({ url, headers: { 'if-none-match': String(headers.etag) } });
    expect(reply.statusCode).toBe(304);
    expect(reply.body).toBe('');
  });

  it('sends the full list to a caller with another version', async () => {
    expect((await service.request({ url, headers: { 'if-none-match': 'W/"other"' } })).statusCode).toBe(200);
  });
});

describe('400', () => {
  rejectsUnknownParameters(service, { url });
});

describe('406', () => {
  rejectsOtherAccept(service, { url });
});

describe('503', () => {
  rejectsWithoutDatabase({ url, headers: asOperator }); // the list is in memory, but authentication needs the database
});
