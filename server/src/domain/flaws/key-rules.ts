import { normalForm } from '../text/text.ts';
import { answerKey } from './answer-key.ts';
import { listsSeveral } from './answer-list.ts';
import { isTitle } from './answer-type.ts';
import { findMissingUnit } from './missing-unit.ts';
import type { CheckedRule } from './rule.ts';
import { inAnswer, NOTHING, type Span, type Subject, wholeAnswer } from './subject.ts';

/** Rules about the right answer by itself, and compared with accepted and wrong answers. */
export const KEY_RULES: readonly CheckedRule[] = [
  {
    bit: 0,
    id: 'true_false',
    severity: 'info',
    title: 'True or false, yes or no',
    fix_hint: 'Every second guess is right. Ask for the fact itself.',
    english: true,
    hint: true,
    prepare: () => (subject) => (isTrueOrFalse(subject) ? wholeAnswer(subject) : NOTHING),
  },
  {
    bit: 9,
    id: 'multi_answer_key',
    severity: 'warning',
    title: 'Answer lists several things',
    fix_hint: 'List the other orders and forms as accepted answers, or ask for one thing.',
    english: false,
    prepare:
      ({ max_answer_words }) =>
      (subject) =>
        isOpenList(subject, max_answer_words) ? wholeAnswer(subject) : NOTHING,
  },
  {
    bit: 10,
    id: 'answer_format',
    severity: 'info',
    title: 'Full stop, quotes or article around the answer',
    fix_hint: 'Write the answer without a full stop, quotation marks or an article around it.',
    english: false,
    prepare: () => findTrimmings,
  },
  {
    bit: 14,
    id: 'all_of_the_above',
    severity: 'error',
    title: 'All or none of the above',
    fix_hint: 'Rewrite the question so that it has a single answer.',
    english: true,
    prepare: () => (subject) => (meansOtherOptions(subject) ? wholeAnswer(subject) : NOTHING),
  },
  {
    bit: 19,
    id: 'answer_too_long',
    severity: 'warning',
    title: 'Answer is too long to check',
    fix_hint: 'Ask for a word or a short phrase.',
    english: false,
    prepare:
      ({ max_answer_words }) =>
      (subject) =>
        isTooLong(subject, max_answer_words) ? wholeAnswer(subject) : NOTHING,
  },
  {
    bit: 23,
    id: 'missing_unit',
    severity: 'warning',
    title: 'Number without a unit',
    fix_hint: 'Name the unit in the question ("in metres") or in the answer.',
    english: true,
    prepare: () => findMissingUnit,
  },
  {
    bit: 24,
    id: 'redundant_accepted',
    severity: 'info',
    title: 'Accepted answer adds nothing',
    fix_hint: 'Remove accepted answers that differ only in case, accents or spaces: they are accepted anyway.',
    english: false,
    prepare: () => (subject) => (repeatsItself(subject) ? wholeAnswer(subject) : NOTHING),
  },
  {
    bit: 25,
    id: 'key_among_wrong',
    severity: 'error',
    title: 'Right answer is among the wrong ones',
    fix_hint: 'Remove the right answer from the wrong ones.',
    english: false,
    prepare: () => (subject) => (isAmongWrong(subject) ? wholeAnswer(subject) : NOTHING),
  },
];

const TRUTHS = new Set(['true', 'false', 'yes', 'no']);

export function isTrueOrFalse({ answerWords }: Subject): boolean {
  return answerWords.length === 1 && TRUTHS.has(answerWords[0]?.key ?? '');
}

const ABOVE =
  /^(?:all|none|both|neither|any|either|each)(?: (?:answers?|options?|choices?))?(?: of)? (?:the )?(?:above|these|those|options|answers|choices)\b/iu;
const [BOTH, BARE] = [
  /^(?:both|neither|all)[.!]?$/iu,
  /^(?:(?:all|none|both|neither|either) of them|both (?:answers )?are (?:correct|right|true))[.!]?$/iu,
];

/**
 * With options, "both of them" can be read, but "all of the above" is a flaw even then. A bare "both" may answer a
 * question that names two things, but not a clue ("This man …").
 */
function meansOtherOptions({ correct_answer, hasOptions, question_text }: Subject): boolean {
  if (ABOVE.test(correct_answer)) return true;
  return !hasOptions && (BARE.test(correct_answer) || (BOTH.test(correct_answer) && !question_text.includes('?')));
}

/** Options need not be typed, and a title is one thing, however long it is. */
function isTooLong({ answerWords, correct_answer, hasOptions }: Subject, longest: number): boolean {
  return !hasOptions && answerWords.length > longest && !isTitle(correct_answer);
}

const SEVERAL = new Set('2 3 4 two three four five six both are were names pair list combination couple'.split(' '));

/** "Which sisters …?", but not "Which is …?". */
const PLURAL = /\p{L}{3}[^s\P{L}]s$/u;

/** A list is one answer if one thing is asked for ("Tyler, Texas", "Johnson and Johnson") or if it can be chosen. */
function isOpenList({ accepted_answers, answerWords, correct_answer, hasOptions, words }: Subject, longest: number) {
  if (hasOptions || accepted_answers.length > 0 || answerWords.length > longest) return false;
  if (/^\d/u.test(correct_answer) || !listsSeveral(correct_answer)) return false;
  return words.some(({ key }, index) => SEVERAL.has(key) || (words[index - 1]?.key === 'which' && PLURAL.test(key)));
}

const ABBREVIATION = /(?:^|[\s.])(?:\p{L}|Jr|Sr|Dr|St|Mt|Co|Corp|Inc|Ltd|Bros|etc|Mr|Mrs|Ms|Esq|vs|no|[ap]\.m)\.$/iu;
const OPENING_QUOTE = /^["“„«‘']/u;
const CLOSING_QUOTE = /["”“»’'][.,]?$/u;
const GENERIC_ARTICLE = /^(?:[Tt]he|[Aa]n?) (?=\p{Ll})/u;

/**
 * From these numbers of words, an answer is a sentence, which ends with a full stop, or a definition, which begins with
 * an article.
 */
const [SENTENCE_WORDS, DEFINITION_WORDS] = [4, 5];

/** Options may have any form, as long as they share it. */
function findTrimmings({ correct_answer, english, answerWords, hasOptions }: Subject): readonly Span[] {
  if (hasOptions) return NOTHING;
  const spans: Span[] = [];
  const { length } = correct_answer;
  const quoted = OPENING_QUOTE.test(correct_answer) && CLOSING_QUOTE.test(correct_answer) && length > 2;
  if (quoted) spans.push(inAnswer(0, 1), inAnswer(length - 1, length));
  else if (/[.,;:]$/u.test(correct_answer) && answerWords.length < SENTENCE_WORDS && isStray(correct_answer))
    spans.push(inAnswer(length - 1, length));
  const article =
    english && answerWords.length > 1 && answerWords.length < DEFINITION_WORDS
      ? GENERIC_ARTICLE.exec(correct_answer)
      : null;
  if (article !== null) spans.push(inAnswer(0, article[0].length - 1));
  return spans.length === 0 ? NOTHING : spans;
}

/** A full stop after an abbreviation belongs to it, and so does an ellipsis. */
function isStray(answer: string): boolean {
  return !answer.endsWith('..') && !ABBREVIATION.test(answer.slice(-8));
}

/** Mathematical symbols count: without them "2+2" would equal "2-2". */
function repeatsItself({ correct_answer, accepted_answers }: Subject): boolean {
  if (accepted_answers.length === 0) return false;
  return new Set([correct_answer, ...accepted_answers].map(answerKey)).size <= accepted_answers.length;
}

function isAmongWrong({ correct_answer, incorrect_answers, wrongKeys }: Subject): boolean {
  if (incorrect_answers.length === 0) return false;
  const [key, keys] = [answerKey(correct_answer), wrongKeys()];
  return incorrect_answers.some(
    (wrong, index) => keys[index] === key && accentsOf(wrong) === accentsOf(correct_answer),
  );
}

/** An answer that differs only in an accent may be an intended spelling trap: Brasil, Brasíl. */
function accentsOf(answer: string): string {
  return normalForm(answer, 'NFD').replace(/\P{M}+/gu, '');
}
