import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { adjustedRand } from './adjusted-rand.ts';

describe('adjustedRand', () => {
  it('matches a value calculated by hand', () => {
    // {a a a | b b b} against {a a | a b | b b}: 1 + 1 pairs together of 15; rows 3 + 3, columns 1 + 1 + 1.
    // Expected 6 x 3 / 15 = 1.2, at most 4.5: (2 - 1.2) / (4.5 - 1.2).
    expect(
      adjustedRand([
        [2, 1, 0],
        [0, 1, 2],
      ]),
    ).toBeCloseTo(0.8 / 3.3, 12);
  });

  it('is 1 for the same grouping under other names', () => {
    expect(
      adjustedRand([
        [0, 5],
        [3, 0],
      ]),
    ).toBe(1);
  });

  it('is below 0 if they agree less than by chance', () => {
    expect(
      adjustedRand([
        [1, 1],
        [1, 1],
      ]),
    ).toBeCloseTo(-0.5, 12);
  });

  it.each([
    ['nothing', []],
    ['a single thing', [[1]]],
    ['one group on both sides', [[9]]],
    [
      'all separate on both sides',
      [
        [1, 0],
        [0, 1],
      ],
    ],
  ])('is null for %s', (_name, table) => {
    expect(adjustedRand(table)).toBeNull();
  });

  it('is symmetric', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.nat({ max: 99 }), { minLength: 3, maxLength: 3 }), { minLength: 2 }),
        (table) => {
          const turned = [0, 1, 2].map((column) => table.map((row) => row[column] ?? 0));
          const [one, other] = [adjustedRand(table), adjustedRand(turned)];
          if (one === null || other === null) expect(one).toBe(other);
          else expect(one).toBeCloseTo(other, 10);
        },
      ),
    );
  });
});
