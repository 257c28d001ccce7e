/** The number of cases of two samples with a value. */
export interface CountPair {
  a: number;
  b: number;
}

interface Dominance {
  /** Mann-Whitney's U of a: the pairs in which the case of a is larger; ties count as half. */
  u: number;
  /** Cliff's delta, 2U/(mn) - 1: 1 if every case of a is larger than every one of b, 0 if neither tends to be. */
  delta: number;
}

/**
 * Which of two samples tends to have larger values. `values` must be in ascending order; only the order matters, not
 * the values themselves. Null if one sample is empty. Counts are integers, so nothing is rounded before the division
 * while 2mn stays below 2^53: 67 million cases on either side.
 */
export function cliffsDelta(values: readonly CountPair[]): Dominance | null {
  const m = values.reduce((sum, { a }) => sum + a, 0);
  const n = values.reduce((sum, { b }) => sum + b, 0);
  if (m === 0 || n === 0) return null;
  let below = 0;
  let larger = 0;
  for (const { a, b } of values) {
    const above = n - below - b;
    larger += a * (below - above);
    below += b;
  }
  return { u: (larger + m * n) / 2, delta: larger / (m * n) };
}

export const DELTA_SIZES = ['negligible', 'small', 'medium', 'large'] as const;
export type DeltaSize = (typeof DELTA_SIZES)[number];

/** The names and bounds of Romano and others (2006), which translate Cohen's 0.2, 0.5 and 0.8. */
export function deltaSize(delta: number): DeltaSize {
  const size = Math.abs(delta);
  if (size < 0.147) return 'negligible';
  if (size < 0.33) return 'small';
  return size < 0.474 ? 'medium' : 'large';
}
