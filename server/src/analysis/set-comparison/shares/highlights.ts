import type { FeatureComparison } from './features.ts';
import type { DimensionComparison, ValueShare } from './shares.ts';

type LargestDifference = ValueShare & Pick<DimensionComparison, 'dimension'>;

/** The value of one dimension whose shares differ most; ties go to the first. Null if all are equal. */
export function largestDifference({ dimension, values }: DimensionComparison): LargestDifference | null {
  const size = (one: ValueShare | undefined) => Math.abs(one?.difference ?? 0);
  const [first, ...others] = values;
  if (first === undefined) return null;
  const largest = others.reduce((largest, one) => (size(one) > size(largest) ? one : largest), first);
  return size(largest) === 0 ? null : { dimension, ...largest };
}

/** Dimensions in which the sets differ, most different first. */
export function differingDimensions(dimensions: readonly DimensionComparison[]): DimensionComparison[] {
  const distance = (one: DimensionComparison) => one.jensen_shannon_distance ?? 0;
  return dimensions.filter((one) => distance(one) > 0).sort((left, right) => distance(right) - distance(left));
}

/** The feature with the largest delta; ties go to the first. Null if none has one. */
export function largestEffect(features: readonly FeatureComparison[]): FeatureComparison | null {
  const [first, ...others] = features.filter(({ cliffs_delta }) => cliffs_delta !== null);
  if (first === undefined) return null;
  const size = ({ cliffs_delta }: FeatureComparison) => Math.abs(cliffs_delta ?? 0);
  return others.reduce((largest, one) => (size(one) > size(largest) ? one : largest), first);
}
