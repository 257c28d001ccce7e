import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CountPair, cliffsDelta, deltaSize } from './cliffs-delta.ts';
import { countPairs } from './count-pairs.fixture.ts';

describe("Cliff's delta", () => {
  it('matches the worked example', () => {
    // Larger than 2: 2.2, 3.3, 4.4; than 3: 3.3, 4.4; than 5 and 8: none. 3 + 2 = 5 of 16 pairs.
    const { u, delta } = cliffsDelta(countPairs([1.1, 2.2, 3.3, 4.4], [2, 3, 5, 8])) ?? {};
    expect(u).toBe(5);
    expect(delta).toBe(-0.375);
  });

  it('counts equal values as half a pair', () => {
    // 2 against 1: larger; against 2 and 2: equal. 3 against all three: larger. U = 1 + 2/2 + 3 = 5, delta = 10/6 - 1.
    expect(cliffsDelta(countPairs([2, 3], [1, 2, 2]))).toEqual({ u: 5, delta: 4 / 6 });
  });

  it('is 1 where every case is larger, -1 where every one is smaller, 0 for the same values', () => {
    expect(cliffsDelta(countPairs([5, 6], [1, 2, 3]))?.delta).toBe(1);
    expect(cliffsDelta(countPairs([1], [2, 3]))?.delta).toBe(-1);
    expect(cliffsDelta(countPairs([1, 4, 4, 9], [1, 4, 4, 9]))).toEqual({ u: 8, delta: 0 });
  });

  it('is null without cases on one side', () => {
    expect(cliffsDelta(countPairs([], [1]))).toBeNull();
    expect(cliffsDelta(countPairs([1], []))).toBeNull();
    expect(cliffsDelta([])).toBeNull();
  });

  it('is the share of pairs won minus the share lost, and mirrored when the sides change', () => {
    const sample = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(sample, sample, (left, right) => {
        const signs = left.flatMap((x) => right.map((y) => Math.sign(x - y)));
        const pairs = countPairs(left, right);
        expect(cliffsDelta(pairs)?.delta).toBe(signs.reduce((sum, sign) => sum + sign, 0) / signs.length);
        const mirrored = cliffsDelta(countPairs(right, left));
        expect((cliffsDelta(pairs)?.delta ?? 1) + (mirrored?.delta ?? 1)).toBe(0);
        expect((cliffsDelta(pairs)?.u ?? 0) + (mirrored?.u ?? 0)).toBe(left.length * right.length);
      }),
    );
  });

  it('is exact for ten million cases on either side', () => {
    const values: CountPair[] = [
      { a: 0, b: 1 },
      { a: 10_000_000, b: 9_999_998 },
      { a: 0, b: 1 },
    ];
    expect(cliffsDelta(values)).toEqual({ u: 5e13, delta: 0 });
  });
});

describe('the name of its size', () => {
  it('changes at 0.147, 0.33 and 0.474, on either side of 0', () => {
    expect([0, 0.146, 0.147, 0.329, 0.33, 0.473, 0.474, 1].map(deltaSize)).toEqual([
      'negligible',
      'negligible',
      'small',
      'small',
      'medium',
      'medium',
      'large',
      'large',
    ]);
    expect([-0.146, -0.2, -0.4, -1].map(deltaSize)).toEqual(['negligible', 'small', 'medium', 'large']);
  });
});
