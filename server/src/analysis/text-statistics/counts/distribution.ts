import type { Counted } from './histogram.ts';

export interface Distribution {
  /** The number of texts with such a value. */
  n: number;
  mean: number | null;
  /** The standard deviation of a sample, with n - 1. */
  sd: number | null;
  min: number | null;
  max: number | null;
  percentiles: { p: number; value: number | null }[];
}

/** Mean, standard deviation and percentiles of values in ascending order. */
export function describeValues(counted: readonly Counted[], percentiles: readonly number[]): Distribution {
  const min = counted[0]?.[0];
  const max = counted.at(-1)?.[0];
  if (min === undefined || max === undefined) {
    const nothing = percentiles.map((p) => ({ p, value: null }));
    return { n: 0, mean: null, sd: null, min: null, max: null, percentiles: nothing };
  }
  const n = counted.reduce((sum, [, count]) => sum + count, 0);
  const total = counted.reduce((sum, [value, count]) => sum + value * count, 0);
  // Rounding may put a sum of fractions slightly outside its range.
  const mean = Math.min(max, Math.max(min, total / n));
  const squares = counted.reduce((sum, [value, count]) => sum + count * (value - mean) ** 2, 0);
  return {
    n,
    mean,
    sd: n < 2 ? null : Math.sqrt(squares / (n - 1)),
    min,
    max,
    percentiles: percentiles.map((p) => ({ p, value: nearestRank(counted, n, p) })),
  };
}

/** The smallest value that at least p % of the n do not exceed, like PostgreSQL's percentile_disc. */
export function nearestRank(counted: readonly Counted[], n: number, p: number): number | null {
  const rank = Math.max(1, Math.ceil((p * n) / 100));
  let passed = 0;
  for (const [value, count] of counted) {
    passed += count;
    if (passed >= rank) return value;
  }
  return null;
}
