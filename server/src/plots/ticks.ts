import { formatTick } from './number-format.ts';

/** Whether a value can be drawn: finite, and not so large that the span of two values overflows. */
export function isDrawable(value: number): boolean {
  return Math.abs(value) <= 1e300;
}

export interface Scale {
  min: number;
  max: number;
  interval: number;
  format: (value: number) => string;
}

/** Round limits and steps of 1, 2, 2.5 or 5 that cover the values; integers never get half steps. */
export function niceScale(values: readonly number[], steps: number): Scale {
  const { low, high } = limits(values);
  const whole = values.every(Number.isInteger);
  const interval = niceStep((high - low) / steps, whole);
  const min = Math.floor(low / interval + 1e-9) * interval;
  const max = Math.ceil(high / interval - 1e-9) * interval;
  const largest = Math.max(Math.abs(min), Math.abs(max));
  return { min, max, interval, format: (value) => formatTick(value, interval, largest) };
}

/** The same including zero, for bars and counts. */
export function scaleFromZero(values: readonly number[], steps: number): Scale {
  return niceScale([0, ...values], steps);
}

/** Zero is included if it is not far below the values: 0.8 to 0.9 can be shown by itself. */
export function scaleNearZero(values: readonly number[], steps: number): Scale {
  const { low, high } = limits(values);
  return low > 0 && low < high / 2 ? scaleFromZero(values, steps) : niceScale(values, steps);
}

/**
 * Minimum and maximum, never equal. It uses a loop, because Math.min(...values) overflows the stack at about 120,000
 * values.
 */
function limits(values: readonly number[]): { low: number; high: number } {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return { low: 0, high: 1 };
  // A span below the rounding error counts as none: the steps would be smaller than the distance between two numbers.
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (size < 1e-290) return { low: 0, high: 1 };
  if (high - low > size * 1e-12) return { low, high };
  return { low: low - size / 2, high: high + size / 2 };
}

function niceStep(rough: number, whole: boolean): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  const lead = rough / power;
  const nice = lead <= 1 ? 1 : lead <= 2 ? 2 : lead <= 2.5 ? 2.5 : lead <= 5 ? 5 : 10;
  return whole ? Math.max(1, nice === 2.5 && power === 1 ? 5 : nice * power) : nice * power;
}
