import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countFacets, type FacetCount } from './facets.ts';

const CATEGORIES = [
  { id: 1, name: 'Astronomy' },
  { id: 2, name: 'Geography' },
];
const count = (category_id: number, difficulty: number, topic_focus: string | null, number: number): FacetCount => ({
  category_id,
  difficulty,
  topic_focus,
  count: number,
});
const LEVELS = ['Basic', 'Intermediate', 'Advanced'];
const spread = (...totals: number[]) =>
  totals.map((total, difficulty) => ({ difficulty, name: LEVELS[difficulty], total }));

const counts = fc.uniqueArray(
  fc.record({
    category_id: fc.constantFrom(1, 2),
    difficulty: fc.nat({ max: 2 }),
    topic_focus: fc.option(fc.constantFrom('Moon', 'Mars', 'Rivers')),
    count: fc.integer({ min: 1, max: 1000 }),
  }),
  { selector: ({ category_id, difficulty, topic_focus }) => `${category_id} ${difficulty} ${topic_focus}` },
);
const sum = (parts: readonly { total: number }[]) => parts.reduce((total, part) => total + part.total, 0);

describe('countFacets', () => {
  it('fills with zeros what the bank does not have', () => {
    const empty = { total: 0, difficulties: spread(0, 0, 0), topic_count: 0, topics: [] };
    expect(countFacets([], CATEGORIES, undefined, 10)).toEqual({
      total: 0,
      categories: [
        { category: 'Astronomy', ...empty },
        { category: 'Geography', ...empty },
      ],
    });
  });

  it('counts categories, levels and topics, the fullest topic first', () => {
    const facets = countFacets(
      [count(1, 0, 'Moon', 2), count(1, 2, 'Moon', 1), count(1, 1, null, 4), count(1, 0, 'Mars', 1)],
      CATEGORIES,
      undefined,
      10,
    );
    expect(facets.total).toBe(8);
    expect(facets.categories[0]).toEqual({
      category: 'Astronomy',
      total: 8,
      difficulties: spread(3, 4, 1),
      topic_count: 3,
      topics: [
        { topic_focus: null, total: 4, difficulties: spread(0, 4, 0) },
        { topic_focus: 'Moon', total: 3, difficulties: spread(2, 0, 1) },
        { topic_focus: 'Mars', total: 1, difficulties: spread(1, 0, 0) },
      ],
    });
  });

  it('orders topics of the same size by name', () => {
    const { categories } = countFacets(
      [count(1, 0, 'b', 1), count(1, 0, 'c', 1), count(1, 0, 'a', 1), count(1, 0, null, 1)],
      CATEGORIES,
      undefined,
      10,
    );
    expect(categories[0]?.topics.map((topic) => topic.topic_focus)).toEqual([null, 'a', 'b', 'c']);
  });

  it('says how many topics there are, also those it does not list', () => {
    const { categories } = countFacets([count(1, 0, 'a', 1), count(1, 0, 'b', 2)], CATEGORIES, undefined, 1);
    expect(categories[0]).toMatchObject({ total: 3, topic_count: 2, topics: [{ topic_focus: 'b' }] });
    expect(countFacets([count(1, 0, 'a', 1)], CATEGORIES, undefined, 0).categories[0]?.topics).toEqual([]);
  });

  it('lists the levels that were asked for', () => {
    const { categories } = countFacets([count(2, 2, 'a', 1)], CATEGORIES, [2, 0], 10);
    expect(categories[1]?.difficulties.map((level) => level.difficulty)).toEqual([0, 2]);
    expect(categories[1]?.topics[0]?.difficulties.map((level) => level.total)).toEqual([0, 1]);
  });

  it('adds up: levels and topics to their category, categories to the total', () => {
    fc.assert(
      fc.property(counts, (given) => {
        const { total, categories } = countFacets(given, CATEGORIES, undefined, 1000);
        expect(total).toBe(given.reduce((all, part) => all + part.count, 0));
        expect(sum(categories)).toBe(total);
        for (const category of categories) {
          expect(sum(category.difficulties)).toBe(category.total);
          expect(sum(category.topics)).toBe(category.total);
          expect(category.topics).toHaveLength(category.topic_count);
          for (const topic of category.topics) expect(sum(topic.difficulties)).toBe(topic.total);
        }
      }),
    );
  });
});
