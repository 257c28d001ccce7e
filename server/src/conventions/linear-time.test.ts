/** @module-tag heavy */
import { describe, expect, it } from 'vitest';
import { measureSurface } from '../analysis/difficulty-check/features/surface.ts';
import { countSyllables } from '../analysis/text-statistics/words/syllables.ts';
import { checkAnswer, isRightAnswer } from '../domain/answers/answer-check.fixture.ts';
import { answerKey } from '../domain/answers/answer-check.ts';
import { answerType } from '../domain/flaws/answer-type.ts';
import { compileLinter } from '../domain/flaws/lint.ts';
import { matchesAny } from '../domain/http/etag.ts';
import { Cursors } from '../domain/http/page.ts';
import { readPreferences } from '../domain/http/prefer.ts';
import { relateAnswers } from '../domain/likeness/compare-answers.ts';
import { exactKey } from '../domain/likeness/exact-key.ts';
import { likenessKeys } from '../domain/likeness/likeness-keys.ts';
import { QuestionJudge } from '../domain/likeness/question-judge.ts';
import { stemWords } from '../domain/likeness/stems.ts';
import { WordCounts } from '../domain/likeness/word-counts.ts';
import { didYouMean } from '../domain/names/nearest-name.ts';
import { countSentences, findingKeys, questionFeatures } from '../domain/questions/features.ts';
import { isLanguageTag } from '../domain/questions/question.ts';
import { splitWords } from '../domain/text/split-words.ts';
import {
  countCodePoints,
  findForbiddenCharacter,
  formulaKey,
  normaliseText,
  textKey,
  unifyLineEnds,
} from '../domain/text/text.ts';
import { withoutSecrets } from '../domain/tokens/secret.ts';
import { isUuid } from '../domain/uuid.ts';
import { printable } from '../plots/printable.ts';
import { textWidth } from '../plots/text-width.ts';
import { acceptsJson } from '../plugins/http/negotiation.ts';
import { readQuery } from '../plugins/validation/query-values.ts';

/** Ten times the longest text of a question. */
const LENGTH = 40_000;
/** Nearly all take 1 to 10 ms. Functions of a whole question, with three times the text in its answers, may take 30. */
const MAX_MS = 40;
/**
 * With ten times the text, a linear function takes 10 to 30 times as long (new data are not in the caches), a quadratic
 * one 100 times.
 */
const MAX_GROWTH = 50;

/** Texts to repeat: runs, alternations, and near matches of a pattern. */
const PUMPS = [
  ...Array.from('a0 .!?_"\'-+=()[],;:/<&\\~%*“…。漢é\u0301\u00a0\u200b\u{1f600}\ufdfa\uff9e'),
  ...[
    '\u0301\u0316',
    '\uff9e\u0301',
    'a\u0301\u0316',
    '.a',
    '."',
    '. ',
    '...a',
    'a. ',
    'a."',
    '0.',
    '1,',
    '0 ',
    '1 + ',
    '1+',
    '+  ',
    '(1',
    '((',
    '- ',
  ],
  ...[
    'or ',
    'or, ',
    'word, ',
    'word ',
    'answer, ',
    'a __ ',
    'an __ ',
    '_ ',
    '__a',
    'a ',
    'the following ',
    'of these ',
    'name a ',
    '"name ',
  ],
  ...[
    'current ',
    'latest ',
    'as of may ',
    'not ',
    "don't ",
    'how much does ',
    'what is the ',
    'lorem ',
    '[insert ',
    '<b ',
    '<a b=',
    '&#1',
    '&amp',
    '\\u00',
    'Ã',
    'â€',
  ],
  ...[
    'united states ',
    'u s ',
    'isn t ',
    '漢 ',
    '1st ',
    'A.',
    'A. ',
    'Mr. ',
    '1/a',
    '1a ',
    'W/',
    '"a"',
    'wait=1,',
    ';q=0',
    'qst_',
    'A1',
    '9/11 ',
    'é ',
    'ÀÉ',
    '\t\n',
    'aeiou',
  ],
];

const text = (pump: string, length: number) => pump.repeat(Math.ceil(length / pump.length)).slice(0, length);
const counts = new WordCounts();
const linter = compileLinter();

/** A question whose fields all consist of the given text, with words that trigger the rules. */
function question(given: string) {
  const part = given.slice(0, given.length / 16);
  return {
    question_text: `What ${given} x`,
    correct_answer: `${part}word x`,
    accepted_answers: Array.from({ length: 20 }, () => part),
    incorrect_answers: Array.from({ length: 20 }, () => `${part}!`),
    language: 'en',
  };
}

/** Every function that receives a text from a caller, in a body, a parameter or a header. */
const FUNCTIONS: Record<string, (given: string) => unknown> = {
  normaliseText,
  findForbiddenCharacter,
  unifyLineEnds,
  countCodePoints,
  textKey,
  formulaKey,
  splitWords,
  answerKey,
  stemWords,
  answerType,
  countSentences,
  isUuid,
  isLanguageTag,
  acceptsJson,
  readPreferences,
  withoutSecrets,
  printable,
  countSyllables: (given) => countSyllables(given.slice(0, LENGTH / 10)),
  textWidth: (given) => textWidth(given, 12),
  exactKey: (given) => exactKey(`1+1 ${given}`, ''),
  likenessKeys: (given) => likenessKeys(question(given)),
  findingKeys: (given) => findingKeys(question(given)),
  relateAnswers: (given) => relateAnswers(given.slice(0, given.length / 4), `${given.slice(0, given.length / 4)} x`),
  judge: (given) =>
    new QuestionJudge(question(given), counts).judge(question(`${given} y`), { likeness: 0.5, wording: 0.7 }),
  checkAnswer: (given) =>
    checkAnswer(
      {
        category: 'Science',
        correct_answer: `${given}a`,
        accepted_answers: [given.slice(1)],
        incorrect_answers: [given.slice(2)],
      },
      given,
    ),
  isRightAnswer: (given) =>
    isRightAnswer(
      { category: 'Science', correct_answer: `${given}a`, accepted_answers: [given.slice(1)], incorrect_answers: [] },
      given,
    ),
  checkFormula: (given) =>
    checkAnswer(
      { category: 'Mathematics', correct_answer: `${given}a`, accepted_answers: [], incorrect_answers: [] },
      given,
    ),
  checkDecimal: (given) =>
    checkAnswer(
      { category: 'Science', correct_answer: `0.${given}1`, accepted_answers: [], incorrect_answers: [] },
      `0.${given}2`,
    ),
  mask: (given) => linter.mask(question(given)),
  explain: (given) => linter.explain(question(given)),
  questionFeatures: (given) => questionFeatures(question(given)),
  measureSurface: (given) => measureSurface([{ ...question(given) } as never]),
  didYouMean: (given) => didYouMean(given, ['question_text', 'correct_answer']),
  matchesAny: (given) => matchesAny(given, '"1"', 'weak'),
  cursor: (given) => {
    try {
      return new Cursors('').decode(given, 2);
    } catch {
      return undefined;
    }
  },
  readQuery: (given) =>
    readQuery(
      { q: given, ids: given, wrong: given },
      { q: { type: 'string' }, ids: { type: 'array', items: { type: 'string', format: 'uuid' } } },
      [],
    ),
};

/** The processor time of this thread only: other load of the machine does not matter. */
function timeOf(run: (given: string) => unknown, given: string): number {
  const before = process.threadCpuUsage();
  run(given);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

const RUNS = 10;

/** The fastest of ten runs, so that a garbage collection or a slow moment of the machine does not count. */
function best(run: (given: string) => unknown, given: string): number {
  return Math.min(...Array.from({ length: RUNS }, () => timeOf(run, given)));
}

/** The mean of ten runs, because the clock may only tick every 4 ms. */
function mean(run: (given: string) => unknown, given: string): number {
  const all = () => {
    for (let count = 0; count < RUNS; count += 1) run(given);
  };
  return timeOf(all, given) / RUNS;
}

describe('linear time on any text', () => {
  it.each(Object.keys(FUNCTIONS))(
    '%s',
    (name) => {
      const run = FUNCTIONS[name] as (given: string) => unknown;
      const slow: string[] = [];
      for (const pump of PUMPS) {
        const given = text(pump, LENGTH);
        const ms = timeOf(run, given);
        if (ms <= MAX_MS) continue;
        const [small, large] = [mean(run, text(pump, LENGTH / 10)), best(run, given)];
        if (large > MAX_MS && large > small * MAX_GROWTH)
          slow.push(`${JSON.stringify(pump)}: ${large.toFixed()} ms, for a tenth ${small.toFixed(1)} ms`);
      }
      expect(slow).toEqual([]);
    },
    300_000,
  );
});
