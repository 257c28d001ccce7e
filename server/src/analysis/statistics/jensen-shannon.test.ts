import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jensenShannonDistance } from './jensen-shannon.ts';

const weights = fc.array(fc.tuple(fc.integer({ min: 1, max: 1000 }), fc.integer({ min: 1, max: 1000 })), {
  minLength: 1,
});

describe('jensenShannonDistance', () => {
  it('gives the numbers of the scipy documentation', () => {
    expect(jensenShannonDistance([1, 0], [0.5, 0.5])).toBeCloseTo(0.46450140402245893, 14);
    // In base 2 disjoint distributions are 1 apart; the natural logarithm makes it sqrt(ln 2).
    expect(jensenShannonDistance([1, 0, 0], [0, 1, 0])).toBeCloseTo(Math.sqrt(Math.LN2), 14);
  });

  it('matches the formula of the definition', () => {
    fc.assert(
      fc.property(weights, (pairs) => {
        const total = (side: 0 | 1) => pairs.reduce((sum, pair) => sum + pair[side], 0);
        const [left, right] = [total(0), total(1)];
        let divergence = 0;
        for (const pair of pairs) {
          const [p, q] = [pair[0] / left, pair[1] / right];
          const middle = (p + q) / 2;
          divergence += (p * Math.log(p / middle) + q * Math.log(q / middle)) / 2;
        }
        const distance = jensenShannonDistance(
          pairs.map((pair) => pair[0]),
          pairs.map((pair) => pair[1]),
        );
        expect((distance ?? Number.NaN) ** 2).toBeCloseTo(divergence, 13);
      }),
    );
  });

  it('is symmetric and independent of scale, and 0 for equal shares', () => {
    fc.assert(
      fc.property(weights, (pairs) => {
        const left = pairs.map((pair) => pair[0]);
        const right = pairs.map((pair) => pair[1]);
        expect(jensenShannonDistance(left, right)).toBe(jensenShannonDistance(right, left));
        expect(jensenShannonDistance(left, left)).toBe(0);
        const thirds = left.map((weight) => weight / 3);
        expect(jensenShannonDistance(left, thirds)).toBeLessThan(1e-14);
      }),
    );
  });

  it('is null if one side has no weight, and rejects lists of different length', () => {
    expect(jensenShannonDistance([0, 0], [1, 2])).toBeNull();
    expect(jensenShannonDistance([1, 2], [0, 0])).toBeNull();
    expect(() => jensenShannonDistance([1], [1, 2])).toThrow('same cells');
  });
});
