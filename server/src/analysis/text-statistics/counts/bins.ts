import { nearestRank } from './distribution.ts';
import type { Counted } from './histogram.ts';

interface Bins {
  bins: { from: number; to: number; count: number }[];
  /**
   * Set if the last bin collects a long tail that extends far beyond its edge: where the tail begins and what it
   * contains.
   */
  tail: { from: number; max: number; count: number } | null;
}

const MAX_BINS = 40;

/**
 * Bins of a round width for integers in ascending order; the few values above the 99th percentile may share the last
 * bin.
 */
export function binValues(counted: readonly Counted[]): Bins {
  const n = counted.reduce((sum, [, count]) => sum + count, 0);
  const min = counted[0]?.[0] ?? 0;
  const max = counted.at(-1)?.[0] ?? 0;
  const nearlyAll = nearestRank(counted, n, 99) ?? max;
  const width = roundWidth((nearlyAll - min) / (MAX_BINS - 2));
  const start = Math.floor(min / width) * width;
  const binOf = (value: number) => Math.floor((value - start) / width);
  const needed = binOf(max) + 1;
  const hasTail = needed > MAX_BINS;
  const last = hasTail ? binOf(nearlyAll) + 1 : needed - 1;
  const bins = Array.from({ length: last + 1 }, (_, bin) => ({
    from: start + bin * width,
    to: start + (bin + 1) * width,
    count: 0,
  }));
  for (const [value, count] of counted) {
    const bin = bins[Math.min(last, binOf(value))];
    if (bin !== undefined) bin.count += count;
  }
  const end = bins[last];
  return { bins, tail: hasTail && end !== undefined ? { from: end.from, max, count: end.count } : null };
}

/** The smallest of 1, 2, 5, 10, 20, 50, ... that is at least `least`. */
function roundWidth(least: number): number {
  for (let power = 1; ; power *= 10) {
    for (const digit of [1, 2, 5]) if (digit * power >= least) return digit * power;
  }
}
