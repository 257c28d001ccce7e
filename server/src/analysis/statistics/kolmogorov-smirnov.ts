import type { CountPair } from './cliffs-delta.ts';

/**
 * The Kolmogorov-Smirnov distance of two samples: the largest difference between the shares that do not exceed a value,
 * 0 to 1. `values` must be in ascending order. Null if one sample is empty.
 */
export function kolmogorovSmirnov(values: readonly CountPair[]): number | null {
  const m = values.reduce((sum, { a }) => sum + a, 0);
  const n = values.reduce((sum, { b }) => sum + b, 0);
  if (m === 0 || n === 0) return null;
  let passedA = 0;
  let passedB = 0;
  let largest = 0;
  for (const { a, b } of values) {
    passedA += a;
    passedB += b;
    // Compared as products of integers, so that equal shares are exactly 0 apart and not 1e-17.
    largest = Math.max(largest, Math.abs(passedA * n - passedB * m));
  }
  return largest / (m * n);
}
