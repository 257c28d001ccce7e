import { answerKey } from '../answers/answer-check.ts';
import { wordsOfKey } from '../text/split-words.ts';
import { joinWords, stemWord } from './stems.ts';
import { trigramSimilarity } from './trigrams.ts';

export const ANSWER_RELATIONS = ['same', 'alike', 'different'] as const;
export type AnswerRelation = (typeof ANSWER_RELATIONS)[number];

const ALIKE = 0.5;
const YEAR = /^[12]\d{3}$/;
const isNumber = (word: string) => /\p{N}/u.test(word);
const stemmed = (words: readonly string[]) => joinWords(words).map(stemWord).join(' ');

/** The words that answers are compared by: without an article, with the minus of a number. */
export function answerWords(answer: string): string[] {
  return wordsOfKey(answerKey(answer));
}

/**
 * Whether two answers that are not the same mean the same: they have the same stems ("two", "2"), one is part of the other
 * ("Gum", "Wrigley's gum"), or their spelling is alike ("Bern", "Berne"). Numbers must be the same: 12 is not 12 million, nor 1945 1946; a year is part of a date.
 */
export function areAlike(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [new Set(a), new Set(b)];
  if (left.size === 0 || right.size === 0) return false;
  if (stemmed(a) === stemmed(b)) return true;
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  const within = small.isSubsetOf(large);
  if (within && small.size === 1 && [...small].every((word) => YEAR.test(word))) return true;
  const numbers = (words: Set<string>) => new Set([...words].filter(isNumber));
  if (numbers(left).symmetricDifference(numbers(right)).size > 0) return false;
  if (within) return ![...small].every(isNumber);
  return trigramSimilarity(a, b) >= ALIKE;
}

/** What two answers are to each other. */
export function relateAnswers(a: string, b: string): AnswerRelation {
  if (answerKey(a) === answerKey(b)) return 'same';
  return areAlike(answerWords(a), answerWords(b)) ? 'alike' : 'different';
}
