import { answerKey } from './answer-key.ts';
import { COLON, QUOTATION_MARK, UNDERSCORE } from './delimiters.ts';
import { findQuoted } from './quotations.ts';
import { isWordProblem } from './word-problem.ts';
import { readWords, type Word } from './words.ts';

/** The fields that the linter reads; every row of texts has them. */
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

/** A question that was read once for all rules. */
export interface Subject extends LintQuestion {
  /** The question in lower case. */
  lower: string;
  words: readonly Word[];
  answerWords: readonly Word[];
  /** The delimiters of the question and of its answer; see delimiters.ts. */
  delimiters: number;
  answerDelimiters: number;
  hasOptions: boolean;
  /** The keys of the wrong answers, computed on first use. */
  wrongKeys: () => readonly string[];
  /** Whether it is an arithmetic story problem. */
  wordProblem: boolean;
  /** For each word, whether it is quoted; empty if none is. */
  quoted: readonly boolean[];
  /** Whether the English rules apply: declared English and mainly in Latin letters. */
  english: boolean;
  /** The index of the last "or" among the words; -1 if there is none. */
  lastOr: number;
  blanks: readonly Span[];
  shouting: boolean;
}

export const NOTHING: readonly Span[] = [];

export function readSubject(question: LintQuestion): Subject {
  const { question_text, correct_answer, accepted_answers, incorrect_answers, language } = question;
  const { words, lower, latin, delimiters } = readWords(question_text);
  const { words: answerWords, delimiters: answerDelimiters } = readWords(correct_answer);
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
    delimiters,
    answerDelimiters,
    hasOptions: incorrect_answers.length > 0,
    wrongKeys: () => (wrongKeys ??= incorrect_answers.map(answerKey)),
    wordProblem: isWordProblem(correct_answer, words),
    quoted: (delimiters & (COLON | QUOTATION_MARK)) === 0 ? [] : findQuoted(question_text, words),
    english: latin && (language === 'en' || language.startsWith('en-')),
    lastOr: words.findLastIndex((word) => word.key === 'or'),
    blanks: findBlanks(question_text, delimiters),
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

/** Underscores, with spaces between them where each letter or word has its own blank. */
const BLANK = /_[_ ]*_/gu;

function findBlanks(text: string, delimiters: number): readonly Span[] {
  const blanks: Span[] = [];
  if ((delimiters & UNDERSCORE) !== 0) {
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

/** Titles, acronyms and short words in capitals are not shouting. */
const MIN_SHOUTED_LETTERS = 12;

/** At least nine in ten of the letters with a case are capitals. */
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

/** Decides nearly every text by its first dozen characters, without copying it. */
function isPlainlyLower(text: string): boolean {
  let left = text.length / 10;
  for (let index = 0; index < text.length && left >= 0; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 0x61 && code <= 0x7a) left -= 1;
  }
  return left < 0;
}
