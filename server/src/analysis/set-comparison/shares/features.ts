import { cliffsDelta, type DeltaSize, deltaSize } from '../../statistics/cliffs-delta.ts';
import { kolmogorovSmirnov } from '../../statistics/kolmogorov-smirnov.ts';
import { nearestRank } from '../../text-statistics/counts/distribution.ts';
import type { Feature } from './measures.ts';
import type { NamedCounts, PairedCounts } from './paired-counts.ts';

export interface FeatureComparison {
  feature: Feature;
  /** The number of questions that have such a value. */
  n_a: number;
  n_b: number;
  median_a: number | null;
  median_b: number | null;
  cliffs_delta: number | null;
  size: DeltaSize | null;
  ks: number | null;
}

/** In ascending order of the values. */
export function sortedValues(counts: PairedCounts<number>): NamedCounts<number>[] {
  return [...counts].sort((left, right) => left.name - right.name);
}

export function compareFeature(feature: Feature, counts: PairedCounts<number>): FeatureComparison {
  const values = sortedValues(counts);
  const { a: n_a, b: n_b } = counts.total;
  const delta = cliffsDelta(values)?.delta ?? null;
  return {
    feature,
    n_a,
    n_b,
    median_a: medianOf(values, 'a', n_a),
    median_b: medianOf(values, 'b', n_b),
    cliffs_delta: delta,
    size: delta === null ? null : deltaSize(delta),
    ks: kolmogorovSmirnov(values),
  };
}

/** Uses the nearest rank, as in `text_statistics`, so that it is always a value of a question. */
function medianOf(values: readonly NamedCounts<number>[], side: 'a' | 'b', n: number): number | null {
  if (n === 0) return null;
  return nearestRank(
    values.map((value) => [value.name, value[side]] as const),
    n,
    50,
  );
}
