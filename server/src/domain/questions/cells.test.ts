import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CategoryCatalogue } from '../categories.ts';
import { filterCells, orderSegments } from './cells.ts';
import { QUESTION_STATUSES } from './question.ts';

const categories = new CategoryCatalogue([
  { id: 3, name: 'Literature' },
  { id: 1, name: 'Astronomy' },
]);
const cellFilter = fc.record(
  {
    status: fc.subarray([...QUESTION_STATUSES], { minLength: 1 }),
    category: fc.subarray(['Literature', 'astronomy'], { minLength: 1 }),
    difficulty: fc.subarray([0, 1, 2], { minLength: 1 }),
  },
  { requiredKeys: [] },
);
const order = fc.record({
  by: fc.constantFrom('created_at' as const, 'difficulty' as const, 'category' as const),
  descending: fc.boolean(),
});

describe('filterCells', () => {
  it('lists every status, category and level that passes the filter, each once', () => {
    fc.assert(
      fc.property(cellFilter, (filter) => {
        const { cells } = filterCells(filter, categories);
        const size = (filter.status?.length ?? 3) * (filter.category?.length ?? 2) * (filter.difficulty?.length ?? 3);
        expect(cells).toHaveLength(size);
        expect(new Set(cells.map((cell) => JSON.stringify(cell))).size).toBe(size);
      }),
    );
  });

  it('uses category ids, matches any case, and has no repeats', () => {
    expect(
      filterCells({ status: ['ready'], category: ['ASTRONOMY', 'Astronomy'], difficulty: [2] }, categories),
    ).toEqual({ cells: [{ status: 'ready', category_id: 1, difficulty: 2 }] });
  });

  it('says if the cells are all cells of their statuses', () => {
    expect(filterCells({}, categories).wholeStatuses).toEqual(QUESTION_STATUSES);
    expect(filterCells({ status: ['draft'] }, categories).wholeStatuses).toEqual(['draft']);
    expect(filterCells({ difficulty: [0, 1, 2] }, categories).wholeStatuses).toBeUndefined();
    expect(filterCells({ category: ['Astronomy'] }, categories).wholeStatuses).toBeUndefined();
  });
});

describe('orderSegments', () => {
  const all = filterCells({ status: ['ready', 'draft'] }, categories);

  it('is one complete segment for the order of creation', () => {
    expect(orderSegments(all, { by: 'created_at', descending: true }, categories)).toEqual([{ ...all, key: '' }]);
  });

  it('has a segment for each level', () => {
    const segments = orderSegments(all, { by: 'difficulty', descending: false }, categories);
    expect(segments.map((segment) => segment.key)).toEqual(['0', '1', '2']);
    for (const { key, cells } of segments) {
      expect(cells).toHaveLength(4);
      expect(new Set(cells.map((cell) => String(cell.difficulty)))).toEqual(new Set([key]));
    }
  });

  it('has a segment for each category, by name and not by id', () => {
    const segments = orderSegments(all, { by: 'category', descending: false }, categories);
    expect(segments.map((segment) => [segment.key, segment.cells[0]?.category_id])).toEqual([
      ['Astronomy', 1],
      ['Literature', 3],
    ]);
  });

  it('is exactly reversed in descending order', () => {
    for (const by of ['difficulty', 'category'] as const) {
      const keys = (descending: boolean) =>
        orderSegments(all, { by, descending }, categories).map((segment) => segment.key);
      expect(keys(true)).toEqual(keys(false).reverse());
    }
  });

  it('contains each cell exactly once, in any order', () => {
    fc.assert(
      fc.property(cellFilter, order, (filter, wanted) => {
        const set = filterCells(filter, categories);
        const listed = orderSegments(set, wanted, categories).flatMap((segment) => segment.cells);
        const texts = (cells: readonly object[]) => cells.map((cell) => JSON.stringify(cell)).sort();
        expect(texts(listed)).toEqual(texts(set.cells));
      }),
    );
  });
});
