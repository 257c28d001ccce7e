import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalisedMutualInformation } from './mutual-information.ts';

describe('normalisedMutualInformation', () => {
  it('matches a value calculated by hand', () => {
    // Shares 2/6 1/6 0 | 0 1/6 2/6: I = 2 x 1/3 ln((1/3) / (1/2 x 1/3)) = 2/3 ln 2; entropies ln 2 and ln 3.
    const expected = ((2 / 3) * Math.LN2) / ((Math.LN2 + Math.log(3)) / 2);
    const table = [
      [2, 1, 0],
      [0, 1, 2],
    ];
    expect(normalisedMutualInformation(table)).toBeCloseTo(expected, 12);
  });

  it('is 1 for the same grouping and 0 for independent ones', () => {
    const same = [
      [0, 5],
      [3, 0],
    ];
    const independent = [
      [2, 4],
      [3, 6],
    ];
    expect(normalisedMutualInformation(same)).toBeCloseTo(1, 12);
    expect(normalisedMutualInformation(independent)).toBeCloseTo(0, 12);
  });

  it('is null if both have a single group', () => {
    expect(normalisedMutualInformation([])).toBeNull();
    expect(normalisedMutualInformation([[7]])).toBeNull();
  });

  it('lies between 0 and 1', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.nat({ max: 99 }), { minLength: 3, maxLength: 3 }), { minLength: 1 }),
        (table) => {
          const nmi = normalisedMutualInformation(table) ?? 0;
          expect(nmi).toBeGreaterThanOrEqual(0);
          expect(nmi).toBeLessThanOrEqual(1);
        },
      ),
    );
  });
});
