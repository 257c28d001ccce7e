import { cueInEnglish, type NameFeature } from './features/feature-names.ts';
import type { FeatureSpace } from './features/feature-space.ts';
import { CLASSES, type Model } from './model/logistic.ts';

/** A feature that favours the suggested level, with its part of the log-odds against the declared one. */
export interface Evidence {
  feature: string;
  weight: number;
}

const MAX_EVIDENCE = 5;
/** Odds of 1.05 to 1; a weaker feature explains nothing. */
const MIN_WEIGHT = 0.05;

export function findEvidence(
  space: FeatureSpace,
  name: NameFeature,
  { weights }: Model,
  { question, declared, suggested }: { question: number; declared: number; suggested: number },
): Evidence[] {
  const features: number[] = [];
  const values: number[] = [];
  space.encode(question, features, values);
  const found: Evidence[] = [];
  for (const [index, feature] of features.entries()) {
    const value = values[index] ?? 0;
    const difference = (weights[CLASSES * feature + suggested] ?? 0) - (weights[CLASSES * feature + declared] ?? 0);
    const weight = value * difference;
    if (weight >= MIN_WEIGHT) found.push({ feature: cueInEnglish(name(feature, value > 0)), weight });
  }
  return found.sort((left, right) => right.weight - left.weight).slice(0, MAX_EVIDENCE);
}
