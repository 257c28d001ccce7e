import { chooseFeatures, type Features, NONE } from '../terms/features.ts';
import { bySize, type Grouped } from '../terms/labels.ts';
import type { Vocabulary } from '../terms/vocabulary.ts';

/** A class with fewer questions has too few words to be recognised. */
export const MIN_CLASS = 5;
export const MAX_CLASSES = 200;
/** Terms times classes: 64 MB of counts, and as much again of logarithms. */
const MAX_CELLS = 2 ** 24;
/** The maximum evidence of a single term. Without it, one odd word of a small class outweighs all others. */
const MAX_EVIDENCE = 3;
/** Added to the number of terms under the root that a margin is divided by: a single term is thin evidence. */
const FEW_TERMS = 2;

interface Evidence {
  term: number;
  /** The log ratio of the probabilities of the term in the two classes. */
  weight: number;
}

/**
 * Multinomial Naive Bayes over the terms of a question, with one added to every count and equal priors: a large class
 * must not absorb questions that fit a small one better. A question is left out of the counts of its own class when it
 * is judged, so that it is not evidence for itself.
 */
export class NaiveBayes {
  /** The label of each class. */
  readonly labels: readonly number[];
  readonly #vocabulary: Vocabulary;
  readonly #features: Features;
  /** counts[feature x classes + class]: the questions of the class that have the feature. */
  readonly #counts: Uint32Array;
  readonly #logs: Float32Array;
  readonly #totals: Float64Array;
  /** The call of `featuresOf` in which each was last seen. */
  readonly #lastSeen: Uint32Array;
  #distinct = new Int32Array(256);
  #calls = 0;

  constructor(vocabulary: Vocabulary, declared: Grouped) {
    this.labels = bySize(declared)
      .filter((label) => (declared.sizes[label] ?? 0) >= MIN_CLASS)
      .slice(0, MAX_CLASSES);
    const classes = this.labels.length;
    this.#vocabulary = vocabulary;
    this.#features = chooseFeatures(vocabulary, Math.floor(MAX_CELLS / Math.max(1, classes)));
    this.#counts = new Uint32Array(this.#features.count * classes);
    this.#totals = new Float64Array(classes);
    this.#lastSeen = new Uint32Array(this.#features.count);
    const classOf = new Int32Array(declared.names.length).fill(NONE);
    for (const [position, label] of this.labels.entries()) classOf[label] = position;
    for (let question = 0; question < declared.of.length; question += 1) {
      const own = classOf[declared.of[question] ?? NONE] ?? NONE;
      if (own !== NONE) this.#count(this.featuresOf(question), own);
    }
    this.#logs = Float32Array.from(this.#counts, (count) => Math.log(count + 1));
  }

  #count(features: Int32Array, own: number): void {
    for (const feature of features) {
      const cell = feature * this.#totals.length + own;
      this.#counts[cell] = (this.#counts[cell] ?? 0) + 1;
    }
    this.#totals[own] = (this.#totals[own] ?? 0) + features.length;
  }

  /** The features of the question, each once; valid until the next call. */
  featuresOf(question: number): Int32Array {
    const terms = this.#vocabulary.termsOf(question);
    if (terms.length > this.#distinct.length) this.#distinct = new Int32Array(2 * terms.length);
    this.#calls += 1;
    let size = 0;
    for (const term of terms) {
      const feature = this.#features.of[term] ?? NONE;
      if (feature === NONE || this.#lastSeen[feature] === this.#calls) continue;
      this.#lastSeen[feature] = this.#calls;
      this.#distinct[size] = feature;
      size += 1;
    }
    return this.#distinct.subarray(0, size);
  }

  /** Writes the log-likelihood of the features in every class into `into`. */
  score(features: Int32Array, own: number, into: Float64Array): void {
    const classes = into.length;
    for (let one = 0; one < classes; one += 1) {
      into[one] = -features.length * this.#logTotal(features, one, own);
    }
    for (const feature of features) {
      const row = feature * classes;
      for (let one = 0; one < classes; one += 1) into[one] = (into[one] ?? 0) + (this.#logs[row + one] ?? 0);
      into[own] = (into[own] ?? 0) + Math.log(this.#counts[row + own] ?? 1) - (this.#logs[row + own] ?? 0);
    }
  }

  /** How clearly the features favour one class over another: the evidence, capped term by term, divided by a root. */
  margin(features: Int32Array, one: number, other: number, own: number): number {
    let sum = 0;
    for (const feature of features) sum += this.#evidence(feature, features, one, other, own);
    return sum / Math.sqrt(features.length + FEW_TERMS);
  }

  /** The terms in favour of one class over another, strongest first. */
  evidence(features: Int32Array, one: number, other: number, own: number): Evidence[] {
    const all = Array.from(features, (feature) => ({
      term: this.#features.termOf[feature] ?? 0,
      weight: this.#evidence(feature, features, one, other, own),
    }));
    return all.filter(({ weight }) => weight > 0).sort((left, right) => right.weight - left.weight);
  }

  #evidence(feature: number, features: Int32Array, one: number, other: number, own: number): number {
    const ratio =
      this.#logCount(feature, one, own) -
      this.#logTotal(features, one, own) -
      this.#logCount(feature, other, own) +
      this.#logTotal(features, other, own);
    return Math.max(-MAX_EVIDENCE, Math.min(MAX_EVIDENCE, ratio));
  }

  #logCount(feature: number, one: number, own: number): number {
    const cell = feature * this.#totals.length + one;
    return one === own ? Math.log(this.#counts[cell] ?? 1) : (this.#logs[cell] ?? 0);
  }

  #logTotal(features: Int32Array, one: number, own: number): number {
    const without = one === own ? features.length : 0;
    return Math.log((this.#totals[one] ?? 0) - without + this.#features.count);
  }
}
