import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addRates, countedRates, countRate, type SyllableRates } from '../words/syllable-rates.ts';
import { describeValues, nearestRank } from './distribution.ts';
import { addHistogram, countedValues, countValue, type Histogram } from './histogram.ts';

const histogramOf = (values: readonly number[]) => {
  const histogram: Histogram = {};
  for (const value of values) countValue(histogram, value);
  return histogram;
};
const lengths = fc.array(fc.nat({ max: 12_000 }), { minLength: 1 });

describe('describeValues', () => {
  it('matches values calculated by hand', () => {
    // 2, 4, 4, 10: sum 20, mean 5; squares 9 + 1 + 1 + 25 = 36, divided by 3 is 12.
    expect(describeValues(countedValues(histogramOf([4, 10, 2, 4])), [0, 25, 26, 50, 75, 76, 100])).toEqual({
      n: 4,
      mean: 5,
      sd: Math.sqrt(12),
      min: 2,
      max: 10,
      percentiles: [
        { p: 0, value: 2 },
        { p: 25, value: 2 },
        { p: 26, value: 4 },
        { p: 50, value: 4 },
        { p: 75, value: 4 },
        { p: 76, value: 10 },
        { p: 100, value: 10 },
      ],
    });
  });

  it('has no spread for a single value, and only nulls for none', () => {
    expect(describeValues([[7, 1]], [50])).toMatchObject({ n: 1, mean: 7, sd: null, percentiles: [{ value: 7 }] });
    expect(describeValues([], [50])).toEqual({
      n: 0,
      mean: null,
      sd: null,
      min: null,
      max: null,
      percentiles: [{ p: 50, value: null }],
    });
  });

  it('computes ranks exactly, though 0.07 times 100 exceeds 7', () => {
    const counted = countedValues(histogramOf(Array.from({ length: 100 }, (_, value) => value + 1)));
    expect(nearestRank(counted, 100, 7)).toBe(7);
  });

  it('agrees with the sorted list: n, extremes, percentiles, and a mean between the extremes', () => {
    fc.assert(
      fc.property(lengths, fc.integer({ min: 0, max: 100 }), (values, p) => {
        const sorted = values.toSorted((left, right) => left - right);
        const { n, mean, min, max, percentiles } = describeValues(countedValues(histogramOf(values)), [p]);
        expect([n, min, max]).toEqual([values.length, sorted[0], sorted.at(-1)]);
        expect(mean).toBeGreaterThanOrEqual(min ?? Number.NaN);
        expect(mean).toBeLessThanOrEqual(max ?? Number.NaN);
        expect(percentiles[0]?.value).toBe(sorted[Math.max(1, Math.ceil((p * values.length) / 100)) - 1]);
      }),
    );
  });
});

describe('histograms', () => {
  it('add up to the histogram of all values', () => {
    fc.assert(
      fc.property(lengths, lengths, (left, right) => {
        const sum = histogramOf(left);
        addHistogram(sum, histogramOf(right));
        expect(sum).toEqual(histogramOf([...left, ...right]));
      }),
    );
  });
});

describe('syllable rates', () => {
  const pairs = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 30 })));
  const ratesOf = (texts: readonly (readonly [number, number])[]) => {
    const rates: SyllableRates = {};
    for (const [words, syllables] of texts) countRate(rates, words, syllables);
    return rates;
  };

  it('count equal rates as one value', () => {
    expect(
      countedRates(
        ratesOf([
          [1, 2],
          [2, 4],
          [4, 6],
          [2, 4],
        ]),
      ),
    ).toEqual([
      [1.5, 1],
      [2, 3],
    ]);
  });

  it('add up to the rates of all texts, each counted once', () => {
    fc.assert(
      fc.property(pairs, pairs, (left, right) => {
        const sum = ratesOf(left);
        addRates(sum, ratesOf(right));
        expect(sum).toEqual(ratesOf([...left, ...right]));
        expect(describeValues(countedRates(sum), []).n).toBe(left.length + right.length);
      }),
    );
  });

  it('have a mean between the extremes, despite rounding', () => {
    expect(describeValues(countedRates(ratesOf(Array.from({ length: 3 }, () => [5, 7] as const))), [])).toMatchObject({
      mean: 1.4, // 3 * 1.4 / 3 is 1.3999999999999997
      sd: 0,
    });
  });
});
