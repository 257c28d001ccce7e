import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chiSquareSurvival, testGoodnessOfFit, testIndependence } from './chi-square.ts';

const HAIR_EYE = [
  [68, 20, 15, 5],
  [119, 84, 54, 29],
  [26, 17, 14, 14],
  [7, 94, 10, 16],
];

describe('chiSquareSurvival', () => {
  // Computed with 60 digits: degrees of freedom, chi-square, p.
  const TAILS: readonly (readonly [number, number, number])[] = [
    [1, 1e-8, 0.9999202115440528],
    [1, 3.841458820694124, 0.05000000000000006],
    [1, 1400, 2.1010145162642176e-306],
    [2, 0.5, 0.7788007830714049],
    [2, 1200, 2.6503965530043108e-261],
    [3, 7.5, 0.05755845197263641],
    [5, 0.001, 0.9999999983185123],
    [9, 138.28984162600824, 2.325286787098839e-25],
    [10, 18.307038053275146, 0.05000000000000001],
    [10, 900, 6.367822044752746e-187],
    [39, 60, 0.016922148663836036],
    [40, 41, 0.4264752985794356],
    [100, 124.3, 0.050266398300158395],
    [100, 800, 1.1366407840501794e-109],
    [1000, 700, 0.9999999999999711],
    [1000, 1400, 7.032145641828589e-16],
    [9999, 10_400, 0.0025291714781899627],
    [200_000, 199_000, 0.9432581767872077],
    [2_000_000, 2_010_000, 2.987490140114635e-7],
    [20_000_000, 20_010_000, 0.056941215219504945],
  ];

  it.each(TAILS)('with %d degrees of freedom has ten digits right at %d', (df, chi2, p) => {
    expect(Math.abs(chiSquareSurvival(chi2, df) / p - 1)).toBeLessThan(1e-12);
  });

  it('is 1 for no deviation and 0 below the range of a double', () => {
    expect(chiSquareSurvival(0, 4)).toBe(1);
    expect(chiSquareSurvival(1e7, 10)).toBe(0);
  });
});

describe('testIndependence', () => {
  it('gives the known numbers of the hair and eye colours of 592 students', () => {
    const { test } = testIndependence(HAIR_EYE);
    expect(test?.chi2).toBeCloseTo(138.28984162600824, 10);
    expect(test?.df).toBe(9);
    expect(test?.cramers_v).toBeCloseTo(0.2790446233426584, 13);
    expect((test?.p ?? 0) / 2.325286787098839e-25).toBeCloseTo(1, 10);
  });

  it('matches a two-by-two table calculated by hand', () => {
    // Rows 40 and 60, columns 50 and 50 of 100: E = 20 20 / 30 30, every O - E is 10.
    const { test, expected, residuals } = testIndependence([
      [30, 10],
      [20, 40],
    ]);
    expect(expected).toEqual([
      [20, 20],
      [30, 30],
    ]);
    // 100/20 + 100/20 + 100/30 + 100/30
    expect(test?.chi2).toBeCloseTo(50 / 3, 12);
    expect(test).toMatchObject({ df: 1, min_df: 1 });
    expect(test?.cramers_v).toBeCloseTo(Math.sqrt(1 / 6), 12);
    // 10 / sqrt(20 * 0.6 * 0.5); with one degree of freedom its square is chi-square itself.
    expect(residuals[0]?.[0]).toBeCloseTo(10 / Math.sqrt(6), 12);
    expect((residuals[1]?.[1] ?? 0) ** 2).toBeCloseTo(50 / 3, 12);
    expect(residuals[0]?.[1]).toBeCloseTo(-10 / Math.sqrt(6), 12);
  });

  it('ignores empty rows and columns, with an expectation of 0 there', () => {
    const gappy = testIndependence([
      [30, 0, 10],
      [0, 0, 0],
      [20, 0, 40],
    ]);
    expect(gappy.test).toEqual(
      testIndependence([
        [30, 10],
        [20, 40],
      ]).test,
    );
    expect(gappy.expected[1]).toEqual([0, 0, 0]);
    expect(gappy.residuals[1]).toEqual([null, null, null]);
    expect(gappy.residuals[0]?.[1]).toBeNull();
  });

  it('has no test for one row, one column or nothing', () => {
    for (const table of [
      [[3, 4, 5]],
      [[3], [4]],
      [
        [0, 0],
        [0, 0],
      ],
      [
        [3, 0],
        [4, 0],
      ],
      [],
    ]) {
      const { test, residuals } = testIndependence(table);
      expect(test).toBeNull();
      expect(residuals.flat().every((residual) => residual === null)).toBe(true);
    }
  });

  it('has V of 1 if the row determines the column, and 0 if they are independent', () => {
    expect(
      testIndependence([
        [7, 0, 0],
        [0, 5, 0],
        [0, 0, 3],
      ]).test?.cramers_v,
    ).toBe(1);
    expect(
      testIndependence([
        [2, 4],
        [3, 6],
      ]).test,
    ).toMatchObject({ chi2: 0, p: 1, cramers_v: 0 });
  });

  it('preserves row sums in the expectation, and V between 0 and 1', () => {
    const table = fc.array(fc.array(fc.nat({ max: 1000 }), { minLength: 3, maxLength: 3 }), { minLength: 1 });
    fc.assert(
      fc.property(table, (rows) => {
        const { test, expected } = testIndependence(rows);
        const sum = (row: readonly number[]) => row.reduce((total, count) => total + count, 0);
        for (const [y, row] of rows.entries()) expect(sum(expected[y] ?? [])).toBeCloseTo(sum(row), 8);
        expect(test?.cramers_v ?? 0).toBeGreaterThanOrEqual(0);
        expect(test?.cramers_v ?? 0).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('testGoodnessOfFit', () => {
  it('gives the numbers of the scipy documentation', () => {
    const fit = testGoodnessOfFit([16, 18, 16, 14, 12, 12], [1, 1, 1, 1, 1, 1]);
    expect(fit?.chi2).toBeCloseTo(2, 12);
    expect(fit?.df).toBe(5);
    expect(fit?.p).toBeCloseTo(0.8491450360846096, 13);
  });

  it('scales the expectation to the observed total', () => {
    expect(testGoodnessOfFit([10, 20], [0.25, 0.75])).toEqual(testGoodnessOfFit([10, 20], [1, 3]));
    // E = 7.5 and 22.5: 6.25/7.5 + 6.25/22.5
    expect(testGoodnessOfFit([10, 20], [1, 3])?.chi2).toBeCloseTo(10 / 9, 12);
  });

  it('leaves out a cell with nothing expected or observed, and is null if something is observed there', () => {
    expect(testGoodnessOfFit([10, 20, 0], [1, 1, 0])).toEqual(testGoodnessOfFit([10, 20], [1, 1]));
    expect(testGoodnessOfFit([10, 20, 1], [1, 1, 0])).toBeNull();
  });

  it('is null for one cell, for nothing observed and for nothing expected', () => {
    expect(testGoodnessOfFit([10], [3])).toBeNull();
    expect(testGoodnessOfFit([0, 0], [1, 1])).toBeNull();
    expect(testGoodnessOfFit([1, 1], [0, 0])).toBeNull();
  });

  it('rejects lists of different length', () => {
    expect(() => testGoodnessOfFit([1, 2], [1])).toThrow('same cells');
  });
});
