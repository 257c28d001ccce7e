import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { presentFacets } from './facets.ts';

const CATEGORIES = [
  { id: 1, name: 'Astronomy' },
  { id: 2, name: 'Geography' },
];
const LEVELS = ['Basic', 'Intermediate', 'Advanced'];
const spread = (...totals: number[]) =>
  totals.map((total, difficulty) => ({ difficulty, name: LEVELS[difficulty], total }));
const NOTHING = { categories: [], topics: [] };

describe('presentFacets', () => {
  it('fills gaps with zeros', () => {
    const empty = { total: 0, difficulties: spread(0, 0, 0), topic_count: 0, topics: [] };
    expect(presentFacets(NOTHING, CATEGORIES, undefined)).toEqual({
      total: 0,
      categories: [
        { category: 'Astronomy', ...empty },
        { category: 'Geography', ...empty },
      ],
    });
  });

  it('shows categories, levels and topics in the given order, with the number of topics', () => {
    const counts = {
      categories: [{ category_id: 1, levels: [3, 4, 1], topic_count: 3 }],
      topics: [
        { category_id: 1, topic_focus: null, levels: [0, 4, 0] },
        { category_id: 1, topic_focus: 'Moon', levels: [2, 0, 1] },
      ],
    };
    const facets = presentFacets(counts, CATEGORIES, undefined);
    expect(facets.total).toBe(8);
    expect(facets.categories[0]).toEqual({
      category: 'Astronomy',
      total: 8,
      difficulties: spread(3, 4, 1),
      topic_count: 3,
      topics: [
        { topic_focus: null, total: 4, difficulties: spread(0, 4, 0) },
        { topic_focus: 'Moon', total: 3, difficulties: spread(2, 0, 1) },
      ],
    });
  });

  it('lists the requested levels', () => {
    const counts = {
      categories: [{ category_id: 2, levels: [0, 0, 1], topic_count: 1 }],
      topics: [{ category_id: 2, topic_focus: 'a', levels: [0, 0, 1] }],
    };
    const { categories } = presentFacets(counts, CATEGORIES, [2, 0]);
    expect(categories[1]?.difficulties.map((level) => level.difficulty)).toEqual([0, 2]);
    expect(categories[1]?.topics[0]?.difficulties.map((level) => level.total)).toEqual([0, 1]);
  });

  it('has levels that add up to their category, and categories that add up to the total', () => {
    const levels = fc.array(fc.nat({ max: 1000 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(levels, levels, (first, second) => {
        const counts = {
          categories: [
            { category_id: 1, levels: first, topic_count: 1 },
            { category_id: 2, levels: second, topic_count: 1 },
          ],
          topics: [],
        };
        const { total, categories } = presentFacets(counts, CATEGORIES, undefined);
        const sum = (parts: readonly { total: number }[]) => parts.reduce((all, part) => all + part.total, 0);
        expect(total).toBe([...first, ...second].reduce((all, part) => all + part, 0));
        expect(sum(categories)).toBe(total);
        for (const category of categories) expect(sum(category.difficulties)).toBe(category.total);
      }),
    );
  });
});
