import type { Knowledge } from '../analysis-type.ts';
import type { CountPair } from '../statistics/cliffs-delta.ts';
import type { Gathered } from './gathered.ts';
import { countKeys } from './overlap/key-index.ts';
import { findNearPairs, type NearPairs } from './overlap/near-pairs.ts';
import { findOverlap, type Overlap } from './overlap/overlap.ts';
import type { SetComparisonParameters } from './parameters.ts';
import { MAX_PAIRS } from './rows.ts';
import { nameSets, type SetNames } from './set-names.ts';
import { compareFeature, type FeatureComparison, sortedValues } from './shares/features.ts';
import { FEATURES } from './shares/measures.ts';
import type { NamedCounts } from './shares/paired-counts.ts';
import { compareShares, type DimensionComparison } from './shares/shares.ts';
import { compareTerms, type Terms } from './shares/terms.ts';

/** Everything known about the two sets; lists are complete. */
export interface Survey {
  parameters: SetComparisonParameters;
  sizes: CountPair;
  names: SetNames;
  overlap: Overlap;
  /** Null unless requested. */
  near: NearPairs | null;
  dimensions: readonly DimensionComparison[];
  features: readonly FeatureComparison[];
  terms: Terms;
  /** The number of questions per number of words. */
  lengths: readonly NamedCounts<number>[];
}

export function surveySets(gathered: Gathered, parameters: SetComparisonParameters, knowledge: Knowledge): Survey {
  const { a, b, labels, words, measures, keyed } = gathered;
  const sizes = { a: countKeys(a.ids), b: countKeys(b.ids) };
  return {
    parameters,
    sizes,
    names: nameSets(labels, sizes, parameters),
    overlap: findOverlap(a, b, MAX_PAIRS),
    near: keyed === null ? null : findNearPairs(keyed, knowledge, MAX_PAIRS),
    dimensions: parameters.dimensions.map((dimension) => compareShares(dimension, labels[dimension], sizes)),
    features: FEATURES.map((feature) => compareFeature(feature, measures[feature])),
    terms: compareTerms(words),
    lengths: sortedValues(measures.text_words),
  };
}

/** True if a set has no questions, so that there is nothing to compare. */
export function isOneSided({ sizes }: Survey): boolean {
  return sizes.a === 0 || sizes.b === 0;
}
