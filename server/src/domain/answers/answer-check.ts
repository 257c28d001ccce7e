import { distance } from 'fastest-levenshtein';
import { formulaKey, textKey } from '../text/text.ts';

export interface AnswerVerdict {
  correct: boolean;
  /** The right answer that was met, in the bank's spelling; null when the answer is wrong, so nothing is given away. */
  matched: string | null;
  /** 1 for a right answer, else how near the text came to the nearest right one, below 1. */
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

interface ComparedAnswer {
  text: string;
  same: boolean;
  /** How near the given answer came, where that is asked for. */
  nearness: number;
}

/**
 * Compares an answer with right ones, up to half a millisecond each. Right means equal after folding case, accents, punctuation and a
 * leading article; a minus before a number counts, and two numbers are compared as numbers. The very text of an option is
 * that option, whatever it would be folded to.
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

/** What a comparison with all right answers says. */
export function verdictOf(compared: readonly ComparedAnswer[]): AnswerVerdict {
  const matched = compared.find(({ same }) => same);
  if (matched !== undefined) return { correct: true, matched: matched.text, score: 1 };
  const nearest = Math.max(...compared.map(({ nearness }) => nearness));
  return { correct: false, matched: null, score: Math.min(0.99, Math.round(nearest * 100) / 100) };
}

/** An answer made of signs alone is compared as it stands. */
function keyFor({ category }: Checkable): (text: string) => string {
  const fold = category === 'Mathematics' ? formulaKey : answerKey;
  return (text) => fold(text) || text;
}

/** Under which two answers count as the same: the key of the text, a minus before a number kept, a leading article not. */
export function answerKey(text: string): string {
  return textKey(text.replace(/(?<=^|\s)[-−](?=\.?\d)/gu, 'minus ')).replace(/^(?:the|a|an) (?=\S)/u, '');
}

/** Compared as decimals, not as floating-point numbers: no two different numbers are ever equal. */
function sameNumber(left: string, right: string): boolean | undefined {
  const [first, second] = [canonicalDecimal(left), canonicalDecimal(right)];
  return first === undefined || second === undefined ? undefined : first === second;
}

/** No two of its parts can share digits, so that no text, however long, makes it try them in many ways. */
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

/** By hand: /0+$/ begins anew at every zero that is not the last. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits.charAt(end - 1) === '0') end -= 1;
  return digits.slice(0, end);
}

/** A key can have eighteen times the letters of its text, and the distance of two takes the product of their lengths. */
const MAX_COMPARED = 300;

function similarity(leftKey: string, rightKey: string): number {
  const [left, right] = [leftKey.slice(0, MAX_COMPARED), rightKey.slice(0, MAX_COMPARED)];
  const longest = Math.max(left.length, right.length);
  return longest === 0 ? 0 : 1 - distance(left, right) / longest;
}
