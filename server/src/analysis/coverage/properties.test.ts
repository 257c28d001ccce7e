/** @module-tag heavy */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CellRow } from '../analysis-type.ts';
import { coverage } from './index.ts';
import { DIMENSIONS } from './parameters.ts';
import { run, runShards, withDefaults } from './run-coverage.fixture.ts';

const row: fc.Arbitrary<CellRow> = fc.record({
  category: fc.constantFrom('Art', 'Music', 'Science', 'Sport'),
  difficulty: fc.constantFrom(0, 1, 2),
  topic_focus: fc.constantFrom(null, 'null', 'Opera', 'Ölmalerei'),
  // Counts are small, so that many cells are equally full.
  count: fc.integer({ min: 1, max: 4 }),
});
const rows = fc.array(row, { minLength: 1, maxLength: 40 });
const dimensions = fc.shuffledSubarray([...DIMENSIONS], { minLength: 1 });
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

describe('any set of questions', () => {
  it('has shares that sum to 1 and counts that sum to its size, in cells and marginals', () => {
    fc.assert(
      fc.property(rows, dimensions, (rows, dimensions) => {
        const { result, items } = run(rows, { dimensions });
        const size = sum(rows.map(({ count }) => count));
        expect(result.summary.questions).toBe(size);
        for (const list of [items, ...Object.values(result.marginals)]) {
          expect(sum((list ?? []).map(({ share }) => share))).toBeCloseTo(1, 12);
          expect(sum((list ?? []).map(({ count }) => count))).toBe(size);
        }
      }),
    );
  });

  it('expects as many questions as exist, where it has expectations', () => {
    fc.assert(
      fc.property(rows, dimensions, (rows, dimensions) => {
        const { result, items } = run(rows, { dimensions });
        const expected = items.flatMap((cell) => cell.expected ?? []);
        if (expected.length > 0) expect(sum(expected)).toBeCloseTo(result.summary.questions, 8);
      }),
    );
  });

  it('gives the identical result however it is cut into shards and in whatever order', () => {
    const cuts = fc.array(fc.nat({ max: 40 }), { maxLength: 5 });
    const shuffled = rows.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(shuffled, cuts, dimensions, ([list, other], cuts, dimensions) => {
        const bounds = [0, ...cuts.sort((left, right) => left - right), other.length];
        const shards = bounds.slice(1).map((end, index) => other.slice(bounds[index], end));
        expect(JSON.stringify(runShards(shards, { dimensions }))).toBe(JSON.stringify(run(list, { dimensions })));
      }),
    );
  });

  it('has the same partial result in one pass and merged in any grouping and order', () => {
    fc.assert(
      fc.property(rows, rows, rows, dimensions, (a, b, c, dimensions) => {
        const parameters = withDefaults({ dimensions });
        const map = (rows: readonly CellRow[]) => coverage.map({ source: 'cells', rows }, parameters);
        const merge = (left: ReturnType<typeof map>, right: ReturnType<typeof map>) =>
          coverage.merge(left, right, parameters);
        const whole = JSON.stringify(map([...a, ...b, ...c]));
        expect(JSON.stringify(merge(merge(map(a), map(b)), map(c)))).toBe(whole);
        expect(JSON.stringify(merge(map(a), merge(map(b), map(c))))).toBe(whole);
        expect(JSON.stringify(merge(map(c), merge(map(b), map(a))))).toBe(whole);
      }),
    );
  });

  it('is not modified by mapping and merging', () => {
    const parameters = withDefaults({});
    const rows = [{ category: 'Art', difficulty: 0, topic_focus: null, count: 3 }];
    const part = coverage.map({ source: 'cells', rows }, parameters);
    coverage.merge(part, part, parameters);
    expect(part).toEqual({ cells: [{ keys: { category: 'Art', difficulty: 0 }, count: 3 }] });
  });

  it('covers a blueprint equal to it, with the same mix', () => {
    fc.assert(
      fc.property(rows, dimensions, fc.boolean(), (rows, dimensions, inShares) => {
        const cells = run(rows, { dimensions }).items.filter(({ count }) => count > 0);
        const blueprint = cells.map(({ keys, count, share }) =>
          inShares ? { ...keys, target_share: share } : { ...keys, target_count: count },
        );
        const { result } = run(rows, { dimensions, blueprint });
        expect(result.gaps).toEqual([]);
        expect(result.blueprint_fit?.coverage_pct).toBe(100);
        expect(result.blueprint_fit?.jensen_shannon_distance).toBeLessThan(1e-14);
        if (!inShares) expect(result.blueprint_fit?.jensen_shannon_distance).toBe(0);
        if (cells.length > 1) expect(result.blueprint_fit?.p).toBeCloseTo(1, 12);
      }),
    );
  });
});
