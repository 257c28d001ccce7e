import { type Cases, CLASSES, type Model, predict, train } from './logistic.ts';
import type { Sample } from './sample.ts';

/** 10, 20, 30, 50 and 100 were tried on Open Trivia: log loss 1.0142, 1.0040, 1.0030, 1.0042, 1.0080. */
const RIDGE = 30;

/** Predictions for each question of the sample, by a model that has seen neither it nor a copy. */
export interface Judged {
  /** One model per fold, trained on all other folds. */
  models: readonly Model[];
  /** CLASSES probabilities per question. */
  probabilities: Float64Array;
  /** The most probable level; ties go to the lowest. */
  suggested: Uint8Array;
}

export function crossValidate(sample: Sample, cases: Cases, featureCount: number, folds: number): Judged {
  const count = sample.questions.length;
  const probabilities = new Float64Array(CLASSES * count);
  const suggested = new Uint8Array(count);
  const models: Model[] = [];
  const own = new Float64Array(CLASSES);
  for (let fold = 0; fold < folds; fold += 1) {
    const model = learn(sample, cases, featureCount, (other) => other !== fold);
    models.push(model);
    for (let index = 0; index < count; index += 1) {
      if (sample.folds[index] !== fold) continue;
      predict(model, cases, index, own);
      probabilities.set(own, CLASSES * index);
      suggested[index] = mostProbable(own);
    }
  }
  return { models, probabilities, suggested };
}

/** A model for the questions outside the sample, which it has never seen. */
export function learnAll(sample: Sample, cases: Cases, featureCount: number): Model {
  return learn(sample, cases, featureCount, () => true);
}

function learn(sample: Sample, cases: Cases, featureCount: number, takes: (fold: number) => boolean): Model {
  const members = Uint32Array.from(sample.questions.keys()).filter((index) => takes(sample.folds[index] ?? 0));
  return train({ cases, classes: sample.levels, members, featureCount, ridge: RIDGE });
}

export function mostProbable(probabilities: Float64Array): number {
  let best = 0;
  for (let level = 1; level < CLASSES; level += 1) {
    if ((probabilities[level] ?? 0) > (probabilities[best] ?? 0)) best = level;
  }
  return best;
}
