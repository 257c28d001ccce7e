import { isAmong, wordSet } from './shapes.ts';
import type { Word } from './words.ts';

/** A number, possibly with a currency or a unit: the answer to a sum. */
const NUMERIC = /^[-+−]?[$€£¥]? ?\d[\d.,/:]*(?: ?(?:%|\p{L}+))?\.?$/u;
const NUMBER_WORDS = wordSet(
  'two three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand half twice double triple dozen'.split(
    ' ',
  ),
);
const SUM_NUMBERS = 2;

export function isNumeric(answer: string): boolean {
  return /\d/u.test(answer) && NUMERIC.test(answer);
}

/**
 * An arithmetic story problem: its answer is a number, and the story contains numbers. Its sentences are data rather
 * than wording.
 */
export function isWordProblem(answer: string, words: readonly Word[]): boolean {
  if (!isNumeric(answer)) return false;
  let numbers = 0;
  let asks = false;
  for (const word of words) {
    const { key } = word;
    if (isAmong(NUMBER_WORDS, word) || hasDigit(key)) numbers += 1;
    else if (key === 'how' || key === 'total' || key === 'what') asks = true;
  }
  return asks && numbers >= SUM_NUMBERS;
}

/** Without a regular expression, since it is called for every word. */
function hasDigit(key: string): boolean {
  for (let index = 0; index < key.length; index += 1) {
    const code = key.charCodeAt(index);
    if (code >= 0x30 && code <= 0x39) return true;
  }
  return false;
}
