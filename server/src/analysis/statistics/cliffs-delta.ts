/** How many cases of two samples have a value. */
export interface CountPair {
  a: number;
  b: number;
}

export interface Dominance {
  /** Mann-Whitney's U of a: pairs of a case of each sample in which that of a is larger; equal ones count as half. */
  u: number;
  /** Cliff's delta, 2U/(mn) - 1: 1 when every case of a is larger than every one of b, 0 when neither tends to be. */
  delta: number;
}

/**
 * Which of two samples tends to have the larger values. `values` in ascending order: only the order matters, not the values
 * themselves. Null when one sample has no case. Counts are whole, so nothing is rounded before the division as long as
 * 2mn stays below 2^53: 67 million cases on either side.
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

/** The words and bounds of Romano and others (2006), which are Cohen's 0.2, 0.5 and 0.8 carried over. */
export function deltaSize(delta: number): DeltaSize {
  const size = Math.abs(delta);
  if (size < 0.147) return 'negligible';
  if (size < 0.33) return 'small';
  return size < 0.474 ? 'medium' : 'large';
}
