import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { niceScale, scaleFromZero, scaleNearZero } from './ticks.ts';

describe('niceScale', () => {
  it.each([
    ['covers the values in round steps', [3, 97], 5, [0, 100, 20]],
    ['never halves integers', [0, 2], 6, [0, 2, 1]],
    ['leaves space on both sides of a single value', [10], 5, [5, 15, 2]],
    ['has a span if all are zero', [0, 0], 5, [0, 1, 1]],
    ['has a span without values', [], 5, [0, 1, 1]],
  ])('%s', (_name, values, steps, [min, max, interval]) => {
    const scale = niceScale(values, steps);
    expect(scale.min).toBeLessThanOrEqual(min ?? 0);
    expect(scale.max).toBeGreaterThanOrEqual(max ?? 0);
    expect(scale.interval).toBe(interval);
  });

  it('contains every value, in at most twice the requested steps', () => {
    const anyValues = fc.array(fc.double({ noNaN: true, min: -1e300, max: 1e300 }), { minLength: 1 });
    fc.assert(
      fc.property(anyValues, (values) => {
        const { min, max, interval } = niceScale(values, 6);
        const slack = interval / 1e6;
        return values.every((value) => value >= min - slack && value <= max + slack) && (max - min) / interval <= 12.1;
      }),
    );
  });
});

describe('scaleFromZero and scaleNearZero', () => {
  it('begin bars at zero, and curves only if zero is near', () => {
    expect(scaleFromZero([80, 90], 5).min).toBe(0);
    expect(scaleNearZero([80, 90], 5).min).toBe(80);
    expect(scaleNearZero([10, 90], 5).min).toBe(0);
  });
});
