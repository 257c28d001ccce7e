import { MAX_LEARNT_TOKENS, requireAtMost } from '../../too-large.ts';
import { chooseFeatures, NONE } from './features.ts';
import { inverseFrequency, normalise } from './tf-idf.ts';
import type { Vocabulary } from './vocabulary.ts';

/** More terms are not needed to distinguish clusters; 65,536 rows of 32 numbers take 8 MB. */
const MAX_FEATURES = 65_536;

/** Converts a question into its tf-idf vector: smooth form, length 1, over the most frequent terms. */
interface Weigher {
  features: number;
  /** Reuses the same arrays: valid until the next call. */
  weigh(question: number): SparseRow;
}

export interface SparseRow {
  features: Int32Array;
  weights: Float64Array;
}

export function createWeigher(vocabulary: Vocabulary, questions: number): Weigher {
  const { count, of: featureOf } = chooseFeatures(vocabulary, MAX_FEATURES);
  const idf = Float64Array.from(vocabulary.frequencies, (frequency) => inverseFrequency(questions + 1, frequency + 1));
  const counts = new Uint32Array(vocabulary.size);
  let distinct = new Int32Array(256);
  let weights = new Float64Array(256);
  return {
    features: count,
    weigh(question) {
      const list = vocabulary.termsOf(question);
      if (list.length > distinct.length) {
        distinct = new Int32Array(2 * list.length);
        weights = new Float64Array(2 * list.length);
      }
      let size = 0;
      for (const term of list) {
        if (featureOf[term] === NONE) continue;
        if (counts[term] === 0) {
          distinct[size] = term;
          size += 1;
        }
        counts[term] = (counts[term] ?? 0) + 1;
      }
      for (let index = 0; index < size; index += 1) {
        const term = distinct[index] ?? 0;
        weights[index] = (counts[term] ?? 0) * (idf[term] ?? 0);
        counts[term] = 0;
        distinct[index] = featureOf[term] ?? 0;
      }
      const row = { features: distinct.subarray(0, size), weights: weights.subarray(0, size) };
      normalise(row.weights);
      return row;
    },
  };
}

/** The vectors of some questions, one after another. */
export interface SparseRows {
  count: number;
  features: Uint32Array;
  weights: Float32Array;
  starts: Uint32Array;
}

export function collectRows(weigher: Weigher, questions: Uint32Array): SparseRows {
  const starts = new Uint32Array(questions.length + 1);
  let features = new Uint32Array(16 * questions.length + 16);
  let weights = new Float32Array(features.length);
  let end = 0;
  for (const [row, question] of questions.entries()) {
    const vector = weigher.weigh(question);
    requireAtMost(MAX_LEARNT_TOKENS, end + vector.features.length, 'words to learn clusters from');
    if (end + vector.features.length > features.length) {
      const length = Math.ceil(1.5 * features.length) + vector.features.length;
      features = lengthen(features, new Uint32Array(length));
      weights = lengthen(weights, new Float32Array(length));
    }
    features.set(vector.features, end);
    weights.set(vector.weights, end);
    end += vector.features.length;
    starts[row + 1] = end;
  }
  return { count: questions.length, features, weights, starts };
}

function lengthen<Kind extends Uint32Array | Float32Array>(from: Kind, into: Kind): Kind {
  into.set(from);
  return into;
}
