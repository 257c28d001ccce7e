import { testIndependence } from '../../statistics/chi-square.ts';
import type { CountPair } from '../../statistics/cliffs-delta.ts';
import { jensenShannonDistance } from '../../statistics/jensen-shannon.ts';
import type { Dimension } from '../parameters.ts';
import type { NamedCounts, PairedCounts } from './paired-counts.ts';

/** A category, a level or a topic; null means "no topic". */
export type Value = string | number | null;

export interface ValueShare {
  value: Value;
  count_a: number;
  count_b: number;
  /** Null if the set has no questions. */
  share_a: number | null;
  share_b: number | null;
  /** The share of A minus that of B. */
  difference: number | null;
}

export interface DimensionComparison {
  dimension: Dimension;
  /** Divergence, base 2: 0 for the same mix, 1 for nothing in common. */
  jsd_bits: number | null;
  /** Square root of the divergence, natural logarithm: 0 to 0.8326. */
  jensen_shannon_distance: number | null;
  cramers_v: number | null;
  /** Levels in their order; other values by difference, largest first. */
  values: readonly ValueShare[];
}

export function compareShares(
  dimension: Dimension,
  counts: PairedCounts<Value>,
  sizes: CountPair,
): DimensionComparison {
  // Sorted by name, so that sums of fractions do not depend on which set or shard had a name first.
  const named = [...counts].sort((left, right) => compareValues(left.name, right.name));
  const listed = dimension === 'difficulty' ? named : named.toSorted(byDifference(sizes));
  const [a, b] = [named.map((one) => one.a), named.map((one) => one.b)];
  const distance = jensenShannonDistance(a, b);
  return {
    dimension,
    jsd_bits: distance === null ? null : inBits(distance, named),
    jensen_shannon_distance: distance,
    cramers_v: testIndependence([a, b]).test?.cramers_v ?? null,
    values: listed.map((one) => shareOf(one, sizes)),
  };
}

/** Sets with nothing in common get exactly 1, which rounding would miss slightly. */
function inBits(distance: number, named: readonly CountPair[]): number {
  const isDisjoint = named.every(({ a, b }) => a === 0 || b === 0);
  return isDisjoint ? 1 : distance ** 2 / Math.LN2;
}

function shareOf({ name, a, b }: NamedCounts<Value>, sizes: CountPair): ValueShare {
  const share_a = sizes.a === 0 ? null : a / sizes.a;
  const share_b = sizes.b === 0 ? null : b / sizes.b;
  const difference = share_a === null || share_b === null ? null : share_a - share_b;
  return { value: name, count_a: a, count_b: b, share_a, share_b, difference };
}

/** The largest difference of shares first, then the largest shares; compared as products, so that ties are exact. */
function byDifference({ a: sizeA, b: sizeB }: CountPair) {
  const key = ({ a, b }: CountPair) => [Math.abs(a * sizeB - b * sizeA), a * sizeB + b * sizeA, a + b] as const;
  return (left: NamedCounts<Value>, right: NamedCounts<Value>): number => {
    const [difference, both, count] = key(left);
    const [otherDifference, otherBoth, otherCount] = key(right);
    return otherDifference - difference || otherBoth - both || otherCount - count;
  };
}

/** Sorts by code unit, which is the same on every machine; null last. */
function compareValues(left: Value, right: Value): number {
  if (left === right) return 0;
  if (left === null) return 1;
  if (right === null) return -1;
  return left < right ? -1 : 1;
}
