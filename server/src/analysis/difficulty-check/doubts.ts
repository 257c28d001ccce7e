import type { Bank } from './bank.ts';
import type { FeatureSpace } from './features/feature-space.ts';
import { type Judged, mostProbable } from './model/cross-validate.ts';
import { CLASSES, type Model, predict } from './model/logistic.ts';
import type { Sample } from './model/sample.ts';
import { MAX_ITEMS } from './result-schema.ts';

/** A question that looks like a level other than the declared one. */
interface Doubt {
  question: number;
  declared: number;
  suggested: number;
  /** The probability of the suggested level. */
  probability: number;
  /** The model that suggests it, which has not seen the question. */
  model: Model;
}

export interface Doubts {
  /** The total, including those that are not kept. */
  count: number;
  /** Counts by declared and suggested level. */
  moves: number[][];
  /** Most probable first; ties in the order of the bank. */
  kept: readonly Doubt[];
  /** The number of dismissed doubts, which count nowhere else. */
  dismissed: number;
  /** The highest probability of a level other than the declared one, flagged or not. */
  surest: number;
}

export class DoubtCollection {
  #kept: Doubt[] = [];
  #count = 0;
  #surest = 0;
  #dismissed = 0;
  readonly #moves = Array.from({ length: CLASSES }, () => Array.from({ length: CLASSES }, () => 0));
  readonly #least: number;
  readonly #fine: ReadonlySet<number>;

  /** `fine` are questions whose level was confirmed. */
  constructor(least: number, fine: ReadonlySet<number> = new Set()) {
    this.#least = least;
    this.#fine = fine;
  }

  consider(question: number, declared: number, probabilities: Float64Array, model: Model): void {
    const suggested = mostProbable(probabilities);
    if (suggested === declared) return;
    const probability = probabilities[suggested] ?? 0;
    if (this.#fine.has(question)) {
      if (probability >= this.#least) this.#dismissed += 1;
      return;
    }
    this.#surest = Math.max(this.#surest, probability);
    if (probability < this.#least) return;
    this.#count += 1;
    const row = this.#moves[declared];
    if (row !== undefined) row[suggested] = (row[suggested] ?? 0) + 1;
    this.#kept.push({ question, declared, suggested, probability, model });
    if (this.#kept.length >= 2 * MAX_ITEMS) this.#cut();
  }

  #cut(): void {
    this.#kept.sort((left, right) => right.probability - left.probability || left.question - right.question);
    this.#kept.length = Math.min(this.#kept.length, MAX_ITEMS);
  }

  finish(): Doubts {
    this.#cut();
    return {
      count: this.#count,
      moves: this.#moves,
      kept: this.#kept,
      dismissed: this.#dismissed,
      surest: this.#surest,
    };
  }
}

/** Judges the whole bank: the sample by the models of its folds, the rest by the model trained on the whole sample. */
export function collectDoubts(
  bank: Bank,
  space: FeatureSpace,
  sample: Sample,
  judged: Judged,
  whole: Model,
  least: number,
  fine: ReadonlySet<number>,
): Doubts {
  const { corpus } = bank;
  const doubts = new DoubtCollection(least, fine);
  const judge = buildJudge(space, whole);
  let next = 0;
  for (let question = 0; question < corpus.count; question += 1) {
    const declared = corpus.difficulties[question] ?? 0;
    if (sample.questions[next] === question) {
      const model = judged.models[sample.folds[next] ?? 0] ?? whole;
      doubts.consider(question, declared, judged.probabilities.subarray(CLASSES * next, CLASSES * (next + 1)), model);
      next += 1;
    } else doubts.consider(question, declared, judge(question), whole);
  }
  return doubts.finish();
}

/** Returns the probabilities of a question, in an array that the next call reuses. */
function buildJudge(space: FeatureSpace, model: Model): (question: number) => Float64Array {
  const features: number[] = [];
  const values: number[] = [];
  const probabilities = new Float64Array(CLASSES);
  return (question) => {
    features.length = 0;
    values.length = 0;
    space.encode(question, features, values);
    // The same kinds of arrays as in the sample, so that the inner loops stay monomorphic.
    const own = {
      features: Uint32Array.from(features),
      values: Float32Array.from(values),
      starts: Uint32Array.of(0, features.length),
    };
    predict(model, own, 0, probabilities);
    return probabilities;
  };
}
