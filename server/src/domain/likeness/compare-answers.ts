import { answerKey } from '../answers/answer-check.ts';
import { wordsOfKey } from '../text/split-words.ts';
import { rootOf } from './roots.ts';
import { joinWords, stemWord } from './stems.ts';
import { trigramSimilarity } from './trigrams.ts';

export const ANSWER_RELATIONS = ['same', 'alike', 'different'] as const;
export type AnswerRelation = (typeof ANSWER_RELATIONS)[number];

const ALIKE = 0.5;
const YEAR = /^[12]\d{3}$/;
const isNumber = (word: string) => /\p{N}/u.test(word);

/** Pairs of words that mean the same verdict: one answers a question, the other judges a statement. */
const VERDICTS = new Map([
  ['yes', 'true'],
  ['true', 'true'],
  ['no', 'false'],
  ['false', 'false'],
]);

/** The words that answers are compared by: without an article, with the minus of a number. */
export function answerWords(answer: string): string[] {
  return wordsOfKey(answerKey(answer));
}

/** The words that an answer shares with equivalent ones: no glue, no endings. */
export function answerRoots(words: readonly string[]): Set<string> {
  return new Set(joinWords(words).map((word) => VERDICTS.get(word) ?? rootOf(stemWord(word))));
}

/** Words that refer to the options of a question, or to several of its right answers. */
const OPTIONS: ReadonlySet<string> = new Set(['these', 'those', 'above', 'following', 'below', 'options', 'answers']);
const SEVERAL: ReadonlySet<string> = new Set(['all', 'both', 'none', 'neither', 'either', 'any', 'of', 'them']);

/** Whether an answer is only right beside certain options: "All of these", "None of the above", "Both". */
export function refersToOptions(words: readonly string[]): boolean {
  return words.some((word) => OPTIONS.has(word)) || (words.length > 0 && words.every((word) => SEVERAL.has(word)));
}

/** Whether an answer only says yes or no. */
export function isVerdict(words: readonly string[]): boolean {
  return words.length === 1 && VERDICTS.has(words[0] ?? '');
}

/**
 * Whether two different answers mean the same: one is part of the other, ignoring endings ("Gum", "Wrigley's gum";
 * "Three Fingers", "Three Finger"), or their spelling is similar ("Bern", "Berne"; "Broncons", "Denver Broncos").
 * Numbers must be equal: 12 is not 12 million, nor 1945 1946; a year is part of a date.
 */
export function areAlike(a: readonly string[], b: readonly string[]): boolean {
  const [left, right] = [answerRoots(a), answerRoots(b)];
  if (left.size === 0 || right.size === 0) return false;
  if ([...left].join(' ') === [...right].join(' ')) return true;
  const [small, large] = left.size <= right.size ? [left, right] : [right, left];
  const within = small.isSubsetOf(large);
  if (within && small.size === 1 && [...small].every((word) => YEAR.test(word))) return true;
  const numbers = (words: Set<string>) => new Set([...words].filter(isNumber));
  if (numbers(left).symmetricDifference(numbers(right)).size > 0) return false;
  if (within) return large.size - small.size <= MAX_MORE && ![...small].every(isNumber);
  return (
    large.size <= MAX_WORDS && (isMisspelt(small, large) || (trigramSimilarity(a, b) >= ALIKE && isSpelt(small, large)))
  );
}

/**
 * An answer with more additional words than this is a different one: "Billie", "Tell Billie for me bye bye blackbird".
 */
const MAX_MORE = 3;

/** Longer answers are sentences, which are not compared letter by letter. */
const MAX_WORDS = 40;

/** Whether differing words at least begin alike: "Barbie" and "Barbara", but not "Southern" and "Northern". */
function isSpelt(small: ReadonlySet<string>, large: ReadonlySet<string>): boolean {
  const others = [...large.difference(small)];
  return [...small.difference(large)].every((word) => others.some((other) => other[0] === word[0]));
}

/** Whether every word of one is spelt like some word of the other. */
function isMisspelt(small: ReadonlySet<string>, large: ReadonlySet<string>): boolean {
  return [...small].every((word) => large.has(word) || [...large].some((other) => areSpeltAlike(word, other)));
}

/** Short words are spelt alike by chance. */
const MIN_LETTERS = 6;

function areSpeltAlike(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < MIN_LETTERS || isNumber(one)) return false;
  return trigramSimilarity([one], [other]) >= ALIKE;
}

/** The relation of two answers. */
export function relateAnswers(a: string, b: string): AnswerRelation {
  if (answerKey(a) === answerKey(b)) return 'same';
  return areAlike(answerWords(a), answerWords(b)) ? 'alike' : 'different';
}
