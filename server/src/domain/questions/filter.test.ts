import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CategoryCatalogue } from '../categories.ts';
import { isCellFilter, isTopicFilter, type RequestedFilter, readFilter } from './filter.ts';

const categories = new CategoryCatalogue([{ id: 1, name: 'Science' }]);
const read = (requested: RequestedFilter) => readFilter(requested, categories);

describe('readFilter', () => {
  it('selects ready questions by default', () => {
    expect(read({})).toEqual({ status: ['ready'] });
    expect(read({ category: 'Science' })).toEqual({ status: ['ready'], category: ['Science'] });
  });

  it('selects any status if questions are named', () => {
    expect(read({ ids: ['a'] })).toEqual({ ids: ['a'] });
    expect(read({ external_id: 'x' })).toEqual({ external_id: 'x' });
    expect(read({ change_id: 'x' })).toEqual({ change_id: 'x' });
    expect(read({ assignee: 'x' })).toEqual({ assignee: 'x' });
    expect(read({ analysis_id: 'x' })).toEqual({ analysis_id: 'x' });
    expect(read({ has_open_comments: true })).toEqual({ has_open_comments: true });
  });

  it('selects the requested status even if questions are named', () => {
    expect(read({ ids: ['a'], status: 'draft' })).toEqual({ ids: ['a'], status: ['draft'] });
    expect(read({ status: ['draft', 'archived'] })).toEqual({ status: ['draft', 'archived'] });
  });

  it('normalises categories, so that a cursor fits every spelling', () => {
    expect(read({ category: ['SCIENCE', 'science'] })).toEqual({ status: ['ready'], category: ['Science'] });
  });

  it('treats a single value as a list, and removes repeats', () => {
    const filter = { status: ['ready'], category: ['Science'], difficulty: [0] };
    expect(read({ category: 'Science', difficulty: 0 })).toEqual(filter);
    expect(read({ category: ['Science', 'Science'], difficulty: [0, 0] })).toEqual(filter);
  });

  it('reads times and the canonical language', () => {
    expect(
      read({ language: 'EN', created_after: '2026-01-31T12:00:00+01:00', updated_after: '2026-01-31T12:00:00Z' }),
    ).toEqual({
      status: ['ready'],
      language: 'en',
      created_after: new Date('2026-01-31T11:00:00Z'),
      updated_after: new Date('2026-01-31T12:00:00Z'),
    });
  });

  it('keeps all keys and adds only the status', () => {
    const all: Omit<Required<RequestedFilter>, 'min_difficulty' | 'max_difficulty'> = {
      status: 'draft',
      category: 'Science',
      difficulty: 1,
      topic_focus: 'topic',
      tag: 'tag',
      language: 'en',
      q: 'words',
      ids: ['a'],
      external_id: 'x',
      change_id: 'x',
      assignee: 'x',
      analysis_id: 'x',
      has_open_comments: true,
      created_after: '2026-01-01T00:00:00Z',
      created_before: '2026-01-01T00:00:00Z',
      updated_after: '2026-01-01T00:00:00Z',
      updated_before: '2026-01-01T00:00:00Z',
    };
    const names = Object.keys(all) as (keyof typeof all)[];
    fc.assert(
      fc.property(fc.subarray(names), (keys) => {
        const requested = Object.fromEntries(keys.map((key) => [key, all[key]]));
        const given = Object.keys(read(requested)).filter((key) => key !== 'status' || keys.includes('status'));
        expect(given.sort()).toEqual([...keys].sort());
      }),
    );
  });

  it('writes ranges of levels out', () => {
    expect(read({ min_difficulty: 1 }).difficulty).toEqual([1, 2]);
    expect(read({ max_difficulty: 1 }).difficulty).toEqual([0, 1]);
    expect(read({ difficulty: [0, 2], min_difficulty: 1 }).difficulty).toEqual([2]);
    expect(() => read({ min_difficulty: 2, max_difficulty: 1 })).toThrow('No level satisfies');
  });

  it('leads with one of several tags', () => {
    expect(read({ tag: ['a', 'b', 'a'] })).toEqual({ status: ['ready'], tag: 'a', other_tags: ['b'] });
    expect(read({ tag: ['a', 'a'] })).toEqual({ status: ['ready'], tag: 'a' });
  });

  it('does not modify its input', () => {
    const requested = Object.freeze({ category: Object.freeze(['Science', 'Science']) });
    expect(read(requested).category).toEqual(['Science']);
    expect(requested.category).toHaveLength(2);
  });
});

describe('filters that counted blocks support', () => {
  it.each([
    [{}, true, true],
    [{ category: 'Science', difficulty: [1, 2], status: 'draft' } as const, true, true],
    [{ topic_focus: 'Moon' }, false, true],
    [{ category: 'Science', tag: 'x' }, false, false],
    [{ q: 'words' }, false, false],
    [{ ids: ['a'] }, false, false],
    [{ created_after: '2026-01-01T00:00:00Z' }, false, false],
  ])('%o: cells %s, topics %s', (requested, cells, topics) => {
    expect(isCellFilter(read(requested))).toBe(cells);
    expect(isTopicFilter(read(requested))).toBe(topics);
  });
});
