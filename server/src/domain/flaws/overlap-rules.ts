import { isTrueOrFalse } from './key-rules.ts';
import type { CheckedRule } from './rule.ts';
import { COMPLETE } from './stem-rules.ts';
import { inQuestion, NOTHING, type Span, type Subject } from './subject.ts';
import { ARTICLES, STOP_WORDS } from './word-lists.ts';
import { readWords, type Word } from './words.ts';

/** Rules about what the question and its answer have in common. */
export const OVERLAP_RULES: readonly CheckedRule[] = [
  {
    bit: 6,
    id: 'answer_in_question',
    severity: 'error',
    title: 'Question gives the answer away',
    fix_hint: 'Rephrase the question without its answer.',
    english: false,
    prepare: () => findAnswer,
  },
  {
    bit: 21,
    id: 'word_repeat',
    severity: 'warning',
    title: 'Question repeats a word of only the right answer',
    fix_hint: 'Use another word in the question, or make a wrong answer repeat it, too.',
    english: true,
    prepare: () => findRepeats,
  },
];

/** Longer answers are not searched for, so that the search stays linear in the length of the question. */
const MAX_SOUGHT_WORDS = 20;

function findAnswer(subject: Subject): readonly Span[] {
  const sought = soughtWords(subject);
  const [first] = sought;
  if (first === undefined) return NOTHING;
  const { words } = subject;
  for (let index = 0; index + sought.length <= words.length; index += 1) {
    if (words[index]?.shape !== first.shape) continue;
    if (!sought.every(({ key }, offset) => words[index + offset]?.key === key)) continue;
    const last = index + sought.length - 1;
    if (isOffered(subject, index, last) || isListed(subject, index, last)) continue;
    return isGivenOnPurpose(subject) || isWrongGiven(subject)
      ? NOTHING
      : [inQuestion(words[index]?.start ?? 0, words[last]?.end ?? 0)];
  }
  return NOTHING;
}

/** The answer without its article; empty if it is too short or too common to be recognised. */
function soughtWords(subject: Subject): readonly Word[] {
  const { answerWords } = subject;
  const hasArticle = answerWords.length > 1 && ARTICLES.has(answerWords[0]?.key ?? '');
  const words = hasArticle ? answerWords.slice(1) : answerWords;
  if (words.length > MAX_SOUGHT_WORDS || isTrueOrFalse(subject)) return [];
  const [only] = words;
  if (words.length === 1 && only !== undefined && !canGiveAway(only.key)) return [];
  return words;
}

const UNCHANGED = /\b(?:debut|self-titled|first) (?:studio )?album\b|\b(?:real|birth|given|full) (?:birth )?name\b/iu;

const YEAR = /^[12]\d{3}$/u;

/**
 * A number or formula is part of a sum, unless it is a year. Self-titled albums and real names cannot be asked for in
 * any other way, and the missing word of a song may occur in its other lines.
 */
function isGivenOnPurpose({ blanks, correct_answer, question_text, wordProblem }: Subject): boolean {
  if (/^[\d$€£]|[=^]/u.test(correct_answer) && (wordProblem || !YEAR.test(correct_answer))) return true;
  return UNCHANGED.test(question_text) || (blanks.length > 0 && COMPLETE.test(question_text));
}

/** A short number or word may occur in a question by chance, but not a year. */
function canGiveAway(key: string): boolean {
  if (/^\d+$/u.test(key)) return key.length >= 4;
  return key.length > 2 && !STOP_WORDS.has(key) && !SHORT_STOP_WORDS.has(key);
}

const SHORT_STOP_WORDS = new Set(
  'the and all any are but can did for had has her him his how its may new not off old one our out own she six ten two too use was way who why yes you'.split(
    ' ',
  ),
);

/** "The Sun or the Moon?", "Venus, Mars or Earth?": a question may list the answers to choose from. */
function isOffered({ words, question_text, lastOr }: Subject, first: number, last: number): boolean {
  const before = ARTICLES.has(words[first - 1]?.key ?? '') ? words[first - 2]?.key : words[first - 1]?.key;
  if (before === 'or' || words[last + 1]?.key === 'or') return true;
  const end = words[last]?.end ?? 0;
  return question_text.charAt(end) === ',' && lastOr > last;
}

const LIST_REACH = 32;
const NAME_BEFORE = /\p{Lu}[\p{L}'’]{0,20}(?:,|,? and) (?:the )?$/u;
const NAME_AFTER = /^(?:,|,? and) (?:and )?(?:the )?\p{Lu}/u;

/** "Peter, Nick and Tom ran a race": one of several names that the question lists. */
function isListed({ words, question_text }: Subject, first: number, last: number): boolean {
  const [start, end] = [words[first]?.start ?? 0, words[last]?.end ?? 0];
  return (
    NAME_AFTER.test(question_text.slice(end, end + LIST_REACH)) ||
    NAME_BEFORE.test(question_text.slice(Math.max(0, start - LIST_REACH), start))
  );
}

/** If a wrong answer occurs in the question as well, the right one is not given away: "Ratchet and Clank". */
function isWrongGiven({ incorrect_answers, lower }: Subject): boolean {
  return incorrect_answers.some((wrong) => wrong.length > 2 && lower.includes(wrong.toLowerCase()));
}

const MIN_CONTENT_LETTERS = 4;
/** "Which strait …?", "this Dutch castle": the word that is asked for may be part of every answer. */
const ASKED_WORDS = 6;
const ASKING = new Set(['which', 'what', 'this', 'these']);
/** "What type of topaz …?", "the name of the club". */
const KINDS = new Set('type types kind kinds sort form name names breed species'.split(' '));
const NOT_IN_NAMES = new Set('is was are were did does do has had in of on at by from to with that who'.split(' '));
/**
 * The only option that repeats a word of the question. A player who has to type the answer gains little from one of its
 * words.
 */
function findRepeats(subject: Subject): readonly Span[] {
  if (!subject.hasOptions) return NOTHING;
  const content = contentKeys(subject.answerWords);
  if (content.size === 0 || isTrueOrFalse(subject)) return NOTHING;
  let spans: Span[] | undefined;
  let wrong: ReadonlySet<string> | undefined;
  const { words } = subject;
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index];
    if (word === undefined || !content.has(word.key) || isAskedFor(words, index)) continue;
    wrong ??= wrongKeys(subject); // computed once: repeating it for each word took 3.6 s on 29 KB
    if (wrong.has(word.key)) continue;
    if (isOffered(subject, index, index)) return NOTHING;
    (spans ??= []).push(inQuestion(word.start, word.end));
  }
  if (spans === undefined || words.some(({ key }) => wrong?.has(key) === true)) return NOTHING;
  return isGivenOnPurpose(subject) || findAnswer(subject).length > 0 ? NOTHING : spans;
}

function contentKeys(words: readonly Word[]): ReadonlySet<string> {
  return new Set(words.map((word) => word.key).filter((key) => key.length >= MIN_CONTENT_LETTERS && isContent(key)));
}

function isContent(key: string): boolean {
  return !STOP_WORDS.has(key) && !/\d/u.test(key);
}

function isAskedFor(words: readonly Word[], index: number): boolean {
  for (let back = 1; back <= ASKED_WORDS; back += 1) {
    const key = words[index - back]?.key ?? '';
    if (ASKING.has(key) || (key === 'of' && KINDS.has(words[index - back - 1]?.key ?? ''))) return true;
    if (NOT_IN_NAMES.has(key)) return false;
  }
  return false;
}

/** A wrong answer that also repeats a word of the question leaves the choice open. */
function wrongKeys({ incorrect_answers }: Subject): ReadonlySet<string> {
  return new Set(incorrect_answers.flatMap((wrong) => [...contentKeys(readWords(wrong).words)]));
}
