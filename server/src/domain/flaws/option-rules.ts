import { answerKey } from './answer-key.ts';
import { isTitle } from './answer-type.ts';
import type { CheckedRule } from './rule.ts';
import { NOTHING, type Subject, wholeAnswer } from './subject.ts';
import { isNumeric } from './word-problem.ts';

/** Rules about what the options reveal or leave open. */
export const OPTION_RULES: readonly CheckedRule[] = [
  {
    bit: 26,
    id: 'repeated_options',
    severity: 'error',
    title: 'Two wrong answers are the same',
    fix_hint: 'Keep each wrong answer once.',
    english: false,
    prepare: () => (subject) => (hasRepeats(subject) ? wholeAnswer(subject) : NOTHING),
  },
  {
    bit: 27,
    id: 'longest_option',
    severity: 'info',
    title: 'Right answer is by far the longest',
    fix_hint: 'Make the wrong answers as long and as exact as the right one, or shorten it.',
    english: false,
    prepare: () => (subject) => (isMuchLongest(subject) ? wholeAnswer(subject) : NOTHING),
  },
  {
    bit: 28,
    id: 'option_in_answer',
    severity: 'warning',
    title: 'Wrong answer is part of the right one',
    fix_hint: 'This wrong answer is partly right. Choose another one.',
    english: false,
    prepare: () => (subject) => (holdsWrongOne(subject) ? wholeAnswer(subject) : NOTHING),
  },
  {
    bit: 29,
    id: 'number_in_middle',
    severity: 'info',
    title: 'Right number is between the wrong ones',
    fix_hint: 'Make the right number the smallest or the largest sometimes, as players guess the middle.',
    english: false,
    hint: true,
    prepare: () => (subject) => (isMiddleNumber(subject) ? wholeAnswer(subject) : NOTHING),
  },
];

function hasRepeats({ incorrect_answers, wrongKeys }: Subject): boolean {
  return incorrect_answers.length > 1 && new Set(wrongKeys()).size < incorrect_answers.length;
}

const [MUCH_LONGER, MIN_LONGER_BY] = [1.5, 10];

/**
 * Half as long again as the next one, and longer by more than a word. Titles are exempt, since their length is given.
 */
function isMuchLongest({ correct_answer, incorrect_answers }: Subject): boolean {
  if (incorrect_answers.length < 2) return false;
  const next = incorrect_answers.reduce((most, { length }) => Math.max(most, length), 0);
  if (correct_answer.length < next * MUCH_LONGER || correct_answer.length - next < MIN_LONGER_BY) return false;
  return !isTitle(correct_answer);
}

const MIN_PART_LETTERS = 3;

/**
 * A whole part of the answer. A longer name ("Queen", "Queen Latifah") is a different name, so the answer must be a
 * list.
 */
function holdsWrongOne({ correct_answer, wrongKeys }: Subject): boolean {
  if (!/,|;| and | & /u.test(correct_answer)) return false;
  const parts = new Set(correct_answer.split(/,|;| and | & /u).map((part) => answerKey(part.trim())));
  return wrongKeys().some((key) => key.length >= MIN_PART_LETTERS && parts.has(key));
}

const MIN_NUMBERS = 3;

function isMiddleNumber({ correct_answer, incorrect_answers }: Subject): boolean {
  if (incorrect_answers.length < MIN_NUMBERS - 1 || !isNumeric(correct_answer)) return false;
  if (!incorrect_answers.every(isNumeric)) return false;
  const [right, wrong] = [valueOf(correct_answer), incorrect_answers.map(valueOf)];
  return wrong.some((value) => value < right) && wrong.some((value) => value > right);
}

function valueOf(answer: string): number {
  return Number.parseFloat(answer.replace(/[^\d.]/gu, ''));
}
