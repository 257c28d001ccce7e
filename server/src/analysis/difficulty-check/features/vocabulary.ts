import { type Corpus, listOf, type TokenLists } from '../../corpus/corpus.ts';
import { requireAtMost } from '../../too-large.ts';

/** The words, pairs of words and answer words that are features, numbered from 0 in this order. */
export interface Vocabulary {
  /** For each word of the corpus its number as a word of a question, or NONE. */
  words: Int32Array;
  answerWords: Int32Array;
  pairs: ReadonlyMap<number, number>;
  size: number;
  /** For each number the count of sample questions that contain it; a pair counts every occurrence. */
  frequencies: Float64Array;
}

export const NONE = -1;
/**
 * The maximum number of pairs to count, at 60 bytes each. A sample of 200,000 questions of a real bank has half a
 * million.
 */
const MAX_PAIRS = 4_000_000;
/** A word in fewer questions says nothing about other questions. */
const MIN_QUESTIONS = 3;
/**
 * The maximum number of terms; the most frequent are kept. With ten times as many, whose weights exceed the processor
 * cache, training took several times as long.
 */
const MAX_TERMS = 50_000;

/** Encodes a pair of words as one number, exact up to 90 million words. */
export const pairKey = (corpus: Corpus, left: number, right: number): number => left * corpus.words.length + right;

export function buildVocabulary(corpus: Corpus, questions: Uint32Array, maxTerms = MAX_TERMS): Vocabulary {
  const wordCounts = countWords(corpus, corpus.texts, questions);
  const answerCounts = countWords(corpus, corpus.answers, questions);
  const pairCounts = countPairs(corpus, questions, wordCounts);
  const least = minCount([wordCounts, answerCounts, pairCounts.values()], maxTerms);
  const frequencies: number[] = [];
  const words = numberWords(wordCounts, least, frequencies);
  const answerWords = numberWords(answerCounts, least, frequencies);
  const pairs = new Map<number, number>();
  for (const [key, count] of pairCounts) {
    if (count < least) continue;
    pairs.set(key, frequencies.length);
    frequencies.push(count);
  }
  return { words, answerWords, pairs, size: frequencies.length, frequencies: Float64Array.from(frequencies) };
}

/** The minimum count of a term, so that at most `maxTerms` are taken. */
function minCount(lists: readonly Iterable<number>[], maxTerms: number): number {
  const counts = lists.flatMap((list) => [...list].filter((count) => count >= MIN_QUESTIONS));
  if (counts.length <= maxTerms) return MIN_QUESTIONS;
  counts.sort((left, right) => right - left);
  return (counts[maxTerms] ?? 0) + 1;
}

function numberWords(counts: Uint32Array, least: number, frequencies: number[]): Int32Array {
  const numbers = new Int32Array(counts.length).fill(NONE);
  for (const [word, count] of counts.entries()) {
    if (count < least) continue;
    numbers[word] = frequencies.length;
    frequencies.push(count);
  }
  return numbers;
}

/** The number of questions that contain each word. */
export function countWords(corpus: Corpus, lists: TokenLists, questions: Uint32Array): Uint32Array {
  const counts = new Uint32Array(corpus.words.length);
  const lastSeen = new Int32Array(corpus.words.length).fill(NONE);
  for (const question of questions) {
    for (const word of listOf(lists, question)) {
      if (lastSeen[word] === question) continue;
      lastSeen[word] = question;
      counts[word] = (counts[word] ?? 0) + 1;
    }
  }
  return counts;
}

/** A pair is no more frequent than its words, so most pairs need not be counted. */
function countPairs(corpus: Corpus, questions: Uint32Array, wordCounts: Uint32Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (const question of questions) {
    const text = listOf(corpus.texts, question);
    for (let index = 1; index < text.length; index += 1) {
      const left = text[index - 1] ?? 0;
      const right = text[index] ?? 0;
      if ((wordCounts[left] ?? 0) < MIN_QUESTIONS || (wordCounts[right] ?? 0) < MIN_QUESTIONS) continue;
      const key = pairKey(corpus, left, right);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    requireAtMost(MAX_PAIRS, counts.size, 'different pairs of words');
  }
  return counts;
}
