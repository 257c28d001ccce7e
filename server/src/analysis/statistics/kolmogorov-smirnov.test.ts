import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countPairs } from './count-pairs.fixture.ts';
import { kolmogorovSmirnov } from './kolmogorov-smirnov.ts';

describe('the Kolmogorov-Smirnov distance', () => {
  it('matches an example calculated by hand', () => {
    // Shares not above:  1.1   2    2.2   3    3.3   4.4   5    8
    //   of x            1/4  1/4  2/4  2/4  3/4   1    1    1
    //   of y             0   1/4  1/4  2/4  2/4  2/4  3/4   1
    expect(kolmogorovSmirnov(countPairs([1.1, 2.2, 3.3, 4.4], [2, 3, 5, 8]))).toBe(0.5);
    // At most 1: 1/2 and 1/3; at most 2: 1/2 and 1; at most 3: 1 and 1.
    expect(kolmogorovSmirnov(countPairs([1, 3], [1, 2, 2]))).toBe(0.5);
    // A third minus a quarter is a twelfth.
    expect(kolmogorovSmirnov(countPairs([1, 2, 2], [1, 2, 2, 2]))).toBe(1 / 12);
  });

  it('is 1 for samples that do not overlap, and 0 for equal shares of any size', () => {
    expect(kolmogorovSmirnov(countPairs([1, 2], [3]))).toBe(1);
    expect(kolmogorovSmirnov(countPairs([1, 2, 3], [1, 1, 2, 2, 3, 3]))).toBe(0);
  });

  it('is null without cases on one side', () => {
    expect(kolmogorovSmirnov(countPairs([], [1]))).toBeNull();
    expect(kolmogorovSmirnov(countPairs([1], []))).toBeNull();
  });

  it('is the largest difference of the shares at any value, symmetrically', () => {
    const sample = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(sample, sample, (left, right) => {
        const notAbove = (list: readonly number[], value: number) =>
          list.filter((one) => one <= value).length / list.length;
        const differences = [...left, ...right].map((value) =>
          Math.abs(notAbove(left, value) - notAbove(right, value)),
        );
        const distance = kolmogorovSmirnov(countPairs(left, right));
        expect(distance).toBeCloseTo(Math.max(...differences), 12);
        expect(kolmogorovSmirnov(countPairs(right, left))).toBe(distance);
      }),
    );
  });
});
