import { hash } from 'node:crypto';
import { answerType } from './flaws/answer-type.ts';
import { compileLinter, FLAWS_VERSION, type LintQuestion } from './flaws/lint.ts';
import { countCodePoints, textKey } from './text.ts';

/** Raise when any feature below is computed differently: older rows are recomputed in the background. */
const TEXT_FEATURES_VERSION = 1;
/** Both parts only ever rise, so a change of either makes it larger. */
export const FEATURES_VERSION = TEXT_FEATURES_VERSION + FLAWS_VERSION;

export interface QuestionFeatures {
  text_hash: bigint;
  text_chars: number;
  text_words: number;
  text_sentences: number;
  answer_chars: number;
  answer_words: number;
  answer_key: string;
  minhash_bands: Int32Array;
  /** A bit for each item-writing rule that the question breaks. */
  flaws: number;
  answer_type: number;
}

const linter = compileLinter();

/** What the item-writing rules say of a question, and the kind of its answer. */
export function questionFlaws(question: LintQuestion): Pick<QuestionFeatures, 'flaws' | 'answer_type'> {
  return { flaws: linter.mask(question), answer_type: answerType(question.correct_answer) };
}

export function questionFeatures(question: LintQuestion): QuestionFeatures {
  const key = textKey(question.question_text);
  const words = splitWords(key);
  const answerKey = textKey(question.correct_answer);
  return {
    text_hash: hash64(key),
    text_chars: countCodePoints(question.question_text),
    text_words: words.length,
    text_sentences: countSentences(question.question_text),
    answer_chars: countCodePoints(question.correct_answer),
    answer_words: splitWords(answerKey).length,
    answer_key: answerKey,
    minhash_bands: minhashBands(words),
    ...questionFlaws(question),
  };
}

function splitWords(key: string): string[] {
  return key === '' ? [] : key.split(' ');
}

/** Runs of text that end in . ! ? or at the end; a text without any end mark is one sentence. No space follows 。 */
export function countSentences(text: string): number {
  const ends = text.match(/[.!?…]+(?=\s|$)|[。！？]+/gu)?.length ?? 0;
  return Math.max(1, ends);
}

function hash64(text: string): bigint {
  return hash('sha256', text, 'buffer').readBigInt64BE(0);
}

/**
 * MinHash over word unigrams and bigrams: 10 bands of 4 rows. A pair with Jaccard similarity s shares a band with
 * probability 1-(1-s^4)^10: 0.75 at 0.6, 0.94 at 0.7, 0.995 at 0.8. Every band of a text is one 32-bit number.
 */
const BANDS = 10;
const ROWS = 4;

export function minhashBands(words: readonly string[]): Int32Array {
  const shingles = shingleHashes(words);
  const bands = new Int32Array(BANDS);
  for (let band = 0; band < BANDS; band += 1) {
    let combined = band + 1;
    for (let row = 0; row < ROWS; row += 1) {
      combined = mix(combined ^ smallestUnder(shingles, SEEDS[band * ROWS + row] ?? 0));
    }
    bands[band] = combined;
  }
  return bands;
}

function smallestUnder(shingles: readonly number[], seed: number): number {
  let smallest = 0xffffffff;
  for (const shingle of shingles) {
    const value = mix(shingle ^ seed) >>> 0;
    if (value < smallest) smallest = value;
  }
  return smallest;
}

function shingleHashes(words: readonly string[]): number[] {
  const hashes: number[] = [];
  let previous = 0;
  for (const word of words) {
    const hash = fnv1a(word);
    hashes.push(hash);
    if (previous !== 0) hashes.push(mix(previous ^ Math.imul(hash, 0x9e3779b1)));
    previous = hash;
  }
  return hashes;
}

function fnv1a(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(hash);
}

/** A 32-bit finaliser (MurmurHash3's): every input bit reaches every output bit. */
function mix(value: number): number {
  let mixed = value ^ (value >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** One for each hash function; fixed, because stored bands are compared with them for ever. */
const SEEDS = Array.from({ length: BANDS * ROWS }, (_, index) => mix(Math.imul(index + 1, 0x9e3779b1)));
