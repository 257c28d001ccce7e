import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatNumber, formatTick } from './number-format.ts';

describe('formatNumber', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [7, '7'],
    [-3.5, '−3.5'],
    [61_422, '61,422'],
    [999_999, '1\u00a0M'],
    [10_000_000, '10\u00a0M'],
    [1_250_000, '1.25\u00a0M'],
    [999_999_999, '1\u00a0G'],
    [2.5e12, '2.5\u00a0T'],
    [1e18, '1e18'],
    [-2.54e300, '−2.5e300'],
    [1234.5, '1,235'],
    [82.456, '82.46'],
    [0.5, '0.5'],
    [0.0347, '0.035'],
    [1e-9, '1e−9'],
  ])('writes %d as "%s"', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it('never needs more than nine characters', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => formatNumber(value).length <= 9),
    );
  });
});

describe('formatTick', () => {
  it.each([
    ['shares decimals', [0, 0.5, 1], 0.5, 1, ['0', '0.5', '1.0']],
    ['shares quarters', [0.25, 0.5], 0.25, 1, ['0.25', '0.50']],
    ['shares the unit', [0, 500_000, 1_000_000], 500_000, 1_000_000, ['0', '0.5\u00a0M', '1.0\u00a0M']],
    ['writes whole steps whole', [-5, 5], 5, 10, ['−5', '5']],
    ['treats a rounding error as zero', [1e-17], 0.1, 1, ['0']],
  ])('%s', (_name, values, step, largest, texts) => {
    expect(values.map((value) => formatTick(value, step, largest))).toEqual(texts);
  });
});
