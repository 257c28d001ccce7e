import { distance } from 'fastest-levenshtein';
import { formulaKey, textKey } from '../text/text.ts';

export interface AnswerVerdict {
  correct: boolean;
  /** The matched right answer in the bank's spelling; null if the answer is wrong, so that nothing is revealed. */
  matched: string | null;
  /** 1 for a right answer, otherwise the similarity to the closest right one, below 1. */
  score: number;
}

export interface Checkable {
  category: string;
  correct_answer: string;
  accepted_answers: readonly string[];
  incorrect_answers: readonly string[];
}

export function rightAnswers({ correct_answer, accepted_answers }: Checkable): string[] {
  return [correct_answer, ...accepted_answers];
}

export interface ComparedAnswer {
  text: string;
  same: boolean;
  /** The similarity of the given answer, if requested. */
  nearness: number;
}

/**
 * Compares an answer with right ones, which takes up to 0.5 ms each. They match if they are equal after folding case,
 * accents, punctuation and a leading article; a minus before a number counts, and two numbers are compared as numbers.
 * The exact text of an option is that option, whatever it would be folded to.
 */
export function answerComparer(
  question: Checkable,
  answer: string,
  { nearness }: { nearness: boolean },
): (text: string) => ComparedAnswer {
  const keyOf = keyFor(question);
  const given = keyOf(answer);
  const isWrongOption = question.incorrect_answers.includes(answer);
  return (text) => {
    const key = keyOf(text);
    const same = isWrongOption ? text === answer : (sameNumber(answer, text) ?? given === key);
    return { text, same, nearness: nearness ? similarity(given, key) : 0 };
  };
}

/** The verdict from the comparisons with all right answers. */
export function verdictOf(compared: readonly ComparedAnswer[]): AnswerVerdict {
  const matched = compared.find(({ same }) => same);
  if (matched !== undefined) return { correct: true, matched: matched.text, score: 1 };
  const nearest = Math.max(...compared.map(({ nearness }) => nearness));
  return { correct: false, matched: null, score: Math.min(0.99, Math.round(nearest * 100) / 100) };
}

/** An answer that consists of symbols only is compared literally. */
function keyFor({ category }: Checkable): (text: string) => string {
  const fold = category === 'Mathematics' ? formulaKey : answerKey;
  return (text) => fold(text) || text;
}

/**
 * The key under which two answers count as equal: the key of the text, with a minus before a number but without a
 * leading article.
 */
export function answerKey(text: string): string {
  return textKey(text.replace(/(?<=^|\s)[-−](?=\.?\d)/gu, 'minus ')).replace(/^(?:the|a|an) (?=\S)/u, '');
}

/** Compared as decimals, not as floating-point numbers, so that different numbers are never equal. */
function sameNumber(left: string, right: string): boolean | undefined {
  const [first, second] = [canonicalDecimal(left), canonicalDecimal(right)];
  return first === undefined || second === undefined ? undefined : first === second;
}

/** No two parts can match the same digits, so that matching takes linear time on any text. */
const DECIMAL = /^([+-]?)(?=\.?\d)(\d+|\d{1,3}(?:,\d{3})+)?(?:\.(\d*))?$/u;

function canonicalDecimal(text: string): string | undefined {
  const match = DECIMAL.exec(text.replace(/−/gu, '-'));
  if (match === null) return undefined;
  const [, sign, grouped = '', decimals = ''] = match;
  const whole = grouped.replaceAll(',', '').replace(/^0+(?=\d)/u, '') || '0';
  const fraction = withoutTrailingZeros(decimals);
  const digits = fraction === '' ? whole : `${whole}.${fraction}`;
  return sign === '-' && /[1-9]/u.test(digits) ? `-${digits}` : digits;
}

/** Without a regular expression: /0+$/ starts again at every zero. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits.charAt(end - 1) === '0') end -= 1;
  return digits.slice(0, end);
}

/**
 * A key can have eighteen times the letters of its text, and the time to compare two keys grows with the product of
 * their lengths.
 */
const MAX_COMPARED = 300;

function similarity(leftKey: string, rightKey: string): number {
  const [left, right] = [leftKey.slice(0, MAX_COMPARED), rightKey.slice(0, MAX_COMPARED)];
  const longest = Math.max(left.length, right.length);
  return longest === 0 ? 0 : 1 - distance(left, right) / longest;
}
