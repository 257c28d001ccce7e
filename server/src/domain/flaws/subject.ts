import { answerKey } from './answer-key.ts';
import { findQuoted } from './quotations.ts';
import { COLON, QUOTATION_MARK, UNDERSCORE } from './signs.ts';
import { isWordProblem } from './word-problem.ts';
import { readWords, type Word } from './words.ts';

/** What the lint looks at: every row of texts has it. */
export interface LintQuestion {
  question_text: string;
  correct_answer: string;
  accepted_answers: readonly string[];
  incorrect_answers: readonly string[];
  language: string;
}

export interface Span {
  field: 'question_text' | 'correct_answer';
  start: number;
  end: number;
}

/** A question read once, for all rules. */
export interface Subject extends LintQuestion {
  /** The question in lower case. */
  lower: string;
  words: readonly Word[];
  answerWords: readonly Word[];
  /** Of the question and of its answer; see signs.ts. */
  signs: number;
  answerSigns: number;
  hasOptions: boolean;
  /** The keys of the wrong answers, made once, when first asked for. */
  wrongKeys: () => readonly string[];
  /** A sum told as a story. */
  wordProblem: boolean;
  /** By word: whether it is quoted; empty where nothing is. */
  quoted: readonly boolean[];
  /** Declared English and mainly in Latin letters: only then are the English rules asked. */
  english: boolean;
  /** Where the last "or" stands among the words; -1 without any. */
  lastOr: number;
  blanks: readonly Span[];
  shouting: boolean;
}

export const NOTHING: readonly Span[] = [];

export function readSubject(question: LintQuestion): Subject {
  const { question_text, correct_answer, accepted_answers, incorrect_answers, language } = question;
  const { words, lower, latin, signs } = readWords(question_text);
  const { words: answerWords, signs: answerSigns } = readWords(correct_answer);
  let wrongKeys: readonly string[] | undefined;
  return {
    question_text,
    correct_answer,
    accepted_answers,
    incorrect_answers,
    language,
    lower,
    words,
    answerWords,
    signs,
    answerSigns,
    hasOptions: incorrect_answers.length > 0,
    wrongKeys: () => (wrongKeys ??= incorrect_answers.map(answerKey)),
    wordProblem: isWordProblem(correct_answer, words),
    quoted: (signs & (COLON | QUOTATION_MARK)) === 0 ? [] : findQuoted(question_text, words),
    english: latin && (language === 'en' || language.startsWith('en-')),
    lastOr: words.findLastIndex((word) => word.key === 'or'),
    blanks: findBlanks(question_text, signs),
    shouting: isShouting(question_text),
  };
}

export function inQuestion(start: number, end: number): Span {
  return { field: 'question_text', start, end };
}

export function inAnswer(start: number, end: number): Span {
  return { field: 'correct_answer', start, end };
}

export function wholeQuestion(subject: Subject): readonly Span[] {
  return [inQuestion(0, subject.question_text.length)];
}

export function wholeAnswer(subject: Subject): readonly Span[] {
  return [inAnswer(0, subject.correct_answer.length)];
}

/** Underscores, with spaces between them where a letter or a word each has its own. */
const BLANK = /_[_ ]*_/gu;

function findBlanks(text: string, signs: number): readonly Span[] {
  const blanks: Span[] = [];
  if ((signs & UNDERSCORE) !== 0) {
    for (const match of text.matchAll(BLANK)) blanks.push(inQuestion(match.index, match.index + match[0].length));
  }
  if (text.endsWith('...') || text.endsWith('…')) blanks.push(inQuestion(startOfDots(text), text.length));
  return blanks.length === 0 ? NOTHING : blanks;
}

function startOfDots(text: string): number {
  let start = text.length;
  while (start > 0 && '.…'.includes(text.charAt(start - 1))) start -= 1;
  return start;
}

/** A title, an acronym and a short word in capitals are no shouting. */
const MIN_SHOUTED_LETTERS = 12;

/** At least nine in ten of the letters that have a case are capitals. */
function isShouting(text: string): boolean {
  if (text.length < MIN_SHOUTED_LETTERS || isPlainlyLower(text)) return false;
  const [lower, upper] = [text.toLowerCase(), text.toUpperCase()];
  if (lower.length !== text.length || upper.length !== text.length) return false;
  let [capitals, cased] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const capital = upper.charCodeAt(index);
    if (lower.charCodeAt(index) === capital) continue;
    cased += 1;
    if (text.charCodeAt(index) === capital) capitals += 1;
  }
  return cased >= MIN_SHOUTED_LETTERS && capitals >= cased * 0.9;
}

/** Nearly every text is known after its first dozen of characters, without a copy of it. */
function isPlainlyLower(text: string): boolean {
  let left = text.length / 10;
  for (let index = 0; index < text.length && left >= 0; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 0x61 && code <= 0x7a) left -= 1;
  }
  return left < 0;
}
