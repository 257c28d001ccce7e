import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binValues } from './bins.ts';
import { countedValues, countValue, type Histogram } from './histogram.ts';

const countedOf = (values: readonly number[]) => {
  const histogram: Histogram = {};
  for (const value of values) countValue(histogram, value);
  return countedValues(histogram);
};
const times = (count: number, value: number) => Array.from({ length: count }, () => value);

describe('binValues', () => {
  it('has a bin for each of a few values', () => {
    expect(binValues(countedOf([3, 5, 5]))).toEqual({
      bins: [
        { from: 3, to: 4, count: 1 },
        { from: 4, to: 5, count: 0 },
        { from: 5, to: 6, count: 2 },
      ],
      tail: null,
    });
  });

  it('collects a long tail in the last bin', () => {
    const { bins, tail } = binValues(countedOf([...times(60, 4), ...times(60, 6), 57]));
    expect(tail).toEqual({ from: 7, max: 57, count: 1 });
    expect(bins.map((bin) => bin.count)).toEqual([60, 0, 60, 1]);
  });

  it('takes wider bins with round edges for a wide range', () => {
    const { bins, tail } = binValues(countedOf(Array.from({ length: 200 }, (_, value) => value + 13)));
    expect(tail).toBeNull();
    expect(bins[0]).toEqual({ from: 10, to: 20, count: 7 });
    expect(bins).toHaveLength(21);
  });

  it('counts every value once in at most 40 adjacent bins', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.nat({ max: 60 }), fc.nat({ max: 12_000 })), { minLength: 1, maxLength: 300, size: 'max' }),
        (values) => {
          const { bins } = binValues(countedOf(values));
          expect(bins.length).toBeLessThanOrEqual(40);
          expect(bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(values.length);
          for (const [position, bin] of bins.slice(1).entries()) expect(bin.from).toBe(bins[position]?.to);
        },
      ),
    );
  });
});
