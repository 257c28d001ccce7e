import { DIFFICULTY_LEVELS } from '../../../domain/questions/difficulty.ts';
import { type Cases, CLASSES, type Model } from '../model/logistic.ts';
import type { Cue, NameFeature } from './feature-names.ts';

/** A word or property that favours a level. */
export interface Importance {
  level: number;
  cue: Cue;
  /** How much it raises the log-odds of the level in an average question that has it. */
  effect: number;
  /** The number of sample questions that have it. */
  questions: number;
}

/**
 * The features with the most influence on each level over the sample: a rare word with a large weight affects few
 * questions.
 */
export function rankFeatures(model: Model, cases: Cases, name: NameFeature, most: number): Importance[] {
  const { questions, squares } = countUses(model, cases);
  return DIFFICULTY_LEVELS.flatMap((level) => {
    const ranked: { feature: number; weight: number; influence: number }[] = [];
    for (let feature = 0; feature < model.featureCount; feature += 1) {
      const weight = centredWeight(model, feature, level);
      const influence = Math.abs(weight) * Math.sqrt(squares[feature] ?? 0);
      // Only measures have negative values; for those the opposite end favours the level.
      const speaks = weight > 0 || (questions.below[feature] ?? 0) > 0;
      if (speaks && influence > 0) ranked.push({ feature, weight, influence });
    }
    ranked.sort((left, right) => right.influence - left.influence || left.feature - right.feature);
    return ranked.slice(0, most).map(({ feature, weight }) => {
      const uses = questions.all[feature] ?? 1;
      return {
        level,
        cue: name(feature, weight > 0),
        effect: Math.abs(weight) * Math.sqrt((squares[feature] ?? 0) / uses),
        questions: uses,
      };
    });
  });
}

/** Relative to the mean of the three levels, since adding the same number to all changes nothing. */
function centredWeight({ weights }: Model, feature: number, level: number): number {
  const first = CLASSES * feature;
  const mean = ((weights[first] ?? 0) + (weights[first + 1] ?? 0) + (weights[first + 2] ?? 0)) / CLASSES;
  return (weights[first + level] ?? 0) - mean;
}

function countUses({ featureCount }: Model, { features, values }: Cases) {
  const questions = { all: new Uint32Array(featureCount), below: new Uint32Array(featureCount) };
  const squares = new Float64Array(featureCount);
  for (let index = 0; index < features.length; index += 1) {
    const feature = features[index] ?? 0;
    const value = values[index] ?? 0;
    questions.all[feature] = (questions.all[feature] ?? 0) + 1;
    if (value < 0) questions.below[feature] = (questions.below[feature] ?? 0) + 1;
    squares[feature] = (squares[feature] ?? 0) + value * value;
  }
  return { questions, squares };
}
