import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import planted from '../../../demo/planted.json' with { type: 'json' };
import demo from '../../../demo/questions.json' with { type: 'json' };
import { compileLinter, FLAW_RULES, type LintQuestion } from './lint.ts';
import { CASES } from './lint-cases.fixture.ts';

const linter = compileLinter();

function question(given: Partial<LintQuestion>): LintQuestion {
  const empty = { accepted_answers: [], incorrect_answers: [], language: 'en' };
  return { question_text: 'Which planet is closest to the Sun?', correct_answer: 'Mercury', ...empty, ...given };
}

function marked(given: Partial<LintQuestion>, rule: string): string[] | undefined {
  const whole = question(given);
  const flag = linter.explain(whole).find((found) => found.rule === rule);
  return flag?.spans.map((span) => whole[span.field].slice(span.start, span.end));
}

const maskOf = (rules: readonly string[]) =>
  FLAW_RULES.filter((rule) => rules.includes(rule.id)).reduce((mask, rule) => mask | (1 << rule.bit), 0);

describe('FLAW_RULES', () => {
  it('has a separate bit below 30 for each rule, unchanged from stored masks', () => {
    expect(FLAW_RULES.map((rule) => rule.id)).toEqual([
      ...['true_false', 'shouting', 'time_sensitive', 'more_than_one_correct', 'grammatical_cue', 'option_dependent'],
      ...['answer_in_question', 'encoding_damage', 'gratuitous_information', 'multi_answer_key', 'answer_format'],
      ...['unfocused_stem', 'fill_in_blank', 'multiple_blanks', 'all_of_the_above', 'vague_terms', 'negative_wording'],
      ...[
        'ambiguous_wording',
        'absolute_terms',
        'answer_too_long',
        'empty_or_placeholder',
        'word_repeat',
        'whitespace',
      ],
      ...['missing_unit', 'redundant_accepted', 'key_among_wrong', 'repeated_options', 'longest_option'],
      ...['option_in_answer', 'number_in_middle'],
    ]);
    expect(FLAW_RULES.map((rule) => rule.bit)).toEqual(FLAW_RULES.map((_rule, index) => index));
    expect(FLAW_RULES.length).toBeLessThanOrEqual(30);
  });

  it('has a fix hint of one sentence for every rule', () => {
    expect(FLAW_RULES.filter((rule) => !/^[A-Z].+\.$/u.test(rule.fix_hint))).toEqual([]);
  });

  it('has one question with the flaw and one without it for each rule', () => {
    for (const { id } of FLAW_RULES) {
      const cases = CASES.filter((one) => one.rule === id);
      expect(
        cases.some((one) => one.marks !== undefined),
        `${id}, with`,
      ).toBe(true);
      expect(
        cases.some((one) => one.marks === undefined),
        `${id}, without`,
      ).toBe(true);
    }
  });
});

describe('explain', () => {
  it.each(CASES)('$rule in $given marks $marks', ({ rule, given, marks }) => {
    expect(marked(given, rule)).toEqual(marks);
  });

  it('finds nothing in a plain question', () => {
    expect(linter.explain(question({}))).toEqual([]);
  });

  it('finds the planted flaws by default rules, and the planted hints by rules that are off by default', () => {
    const hints = new Set(FLAW_RULES.filter((rule) => rule.hint === true).map((rule) => rule.id));
    expect(planted.flaws.filter(({ rule }) => hints.has(rule))).toEqual([]);
    expect(planted.hints.filter(({ rule }) => !hints.has(rule))).toEqual([]);
  });

  it('returns the severity and the hint of the rule', () => {
    expect(
      linter.explain(question({ question_text: 'What is an adult male rooster known as?', correct_answer: 'Rooster' })),
    ).toEqual([
      {
        rule: 'answer_in_question',
        severity: 'error',
        spans: [{ field: 'question_text', start: 22, end: 29 }],
        fix_hint: 'Rephrase the question without its answer.',
      },
    ]);
  });

  it.each([...planted.flaws, ...planted.hints])(
    'finds the $rule planted in $external_id of the demo bank',
    ({ rule, external_id }) => {
      const found = demo.find((one) => one.external_id === external_id);
      expect(linter.explain(question(found as Partial<LintQuestion>)).map((flag) => flag.rule)).toContain(rule);
    },
  );
});

describe('English rules', () => {
  const flawed = { question_text: 'Which animal is not a mammal?', correct_answer: 'Trout' };

  it.each(['en', 'en-GB', 'en-US'])('apply to %s', (language) => {
    expect(linter.mask(question({ ...flawed, language }))).toBe(maskOf(['negative_wording']));
  });

  it.each(['de', 'eng', 'fr', 'und'])('do not apply to %s', (language) => {
    expect(linter.mask(question({ ...flawed, language }))).toBe(0);
  });

  it('do not apply to a text in another script, whatever its declared language', () => {
    const given = { question_text: 'Какое животное not млекопитающее', correct_answer: 'Форель' };
    expect(linter.mask(question(given))).toBe(0);
    expect(linter.mask(question({ ...given, question_text: 'Which is not a моль?' }))).toBe(
      maskOf(['negative_wording']),
    );
  });

  it('do not restrict the other rules', () => {
    const given = { question_text: 'КАКОЙ ГОРОД СТОИТ НА НЕВЕ ____ ?', correct_answer: 'Нева', language: 'ru' };
    expect(linter.mask(question(given))).toBe(maskOf(['shouting', 'fill_in_blank']));
    expect(
      linter.mask(question({ question_text: 'Wie heißt die Stadt Müritz?', correct_answer: 'Müritz', language: 'de' })),
    ).toBe(maskOf(['answer_in_question']));
  });
});

describe('settings', () => {
  it('replace a list literally, including special characters', () => {
    const own = compileLinter({
      max_question_words: 40,
      max_answer_words: 8,
      lists: { vague_terms: ['(.*)+', 'in a way'] },
    });
    const rules = (question_text: string) => own.explain(question({ question_text })).map((flag) => flag.rule);
    expect(rules('Which planet is usually hot?')).toEqual([]);
    expect(rules('Which planet is, in a way, hot?')).toEqual(['vague_terms']);
    expect(rules('Which planet is in a hot way?')).toEqual([]);
    expect(rules('Which planet is never hot?')).toEqual(['absolute_terms']);
    expect(rules('Which planet is hot in a')).toEqual([]);
  });

  it('change the word limits', () => {
    const strict = compileLinter({ max_question_words: 6, max_answer_words: 1, lists: {} });
    expect(strict.mask(question({ correct_answer: 'Mercury itself' }))).toBe(
      maskOf(['gratuitous_information', 'answer_too_long']),
    );
    const exact = compileLinter({ max_question_words: 7, max_answer_words: 2, lists: {} });
    expect(exact.mask(question({ correct_answer: 'Mercury itself' }))).toBe(0);
  });

  it('take milliseconds for 500 phrases with a common prefix', () => {
    const phrases = Array.from({ length: 500 }, (_, index) => `${'a '.repeat(45)}${index}`);
    const own = compileLinter({ max_question_words: 40, max_answer_words: 8, lists: { vague_terms: phrases } });
    const given = question({ question_text: 'a '.repeat(5000) });
    const start = process.threadCpuUsage();
    expect(own.explain(given).map((flag) => flag.rule)).not.toContain('vague_terms');
    expect(process.threadCpuUsage(start).user / 1000).toBeLessThan(150);
  });
});

/** Fragments that rules look for: they come closer to flaws than random letters. */
const PIECES = [
  ...[
    'not',
    'NOT',
    'May',
    'at least',
    'which of these',
    'a',
    'an',
    '____',
    '_ _',
    '...',
    '…',
    '?',
    '.',
    ',',
    ' ',
    '  ',
  ],
  ...[
    '\t',
    '&amp;',
    '<b>',
    'â€™',
    '\uFFFD',
    '\u200b',
    'True',
    'all of the above',
    'TBD',
    'lorem ipsum',
    'Rooster',
    'the',
  ],
  ...[
    'or',
    'and',
    '12',
    '1969',
    'ÄÖÜ',
    'ß',
    'İ',
    'моль',
    '日本',
    '😀',
    '\ud800',
    "don't",
    '’s',
    'it',
    'this is',
    'following',
  ],
];
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(' ')),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join('')),
);
const anyQuestion = fc.record({
  question_text: text,
  correct_answer: text,
  accepted_answers: fc.array(text, { maxLength: 3 }),
  incorrect_answers: fc.array(text, { maxLength: 3 }),
  language: fc.constantFrom('en', 'en-GB', 'de'),
});

describe('any text', () => {
  it('has the same flaws in mask and explain', () => {
    fc.assert(
      fc.property(anyQuestion, (given) => {
        expect(linter.mask(given)).toBe(maskOf(linter.explain(given).map((flag) => flag.rule)));
      }),
      { numRuns: 2000 },
    );
  });

  it('has spans within their field, which mark something unless the field is empty', () => {
    fc.assert(
      fc.property(anyQuestion, (given) => {
        for (const { spans } of linter.explain(given)) {
          expect(spans.length).toBeGreaterThan(0);
          for (const { field, start, end } of spans) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeLessThanOrEqual(given[field].length);
            expect(end > start || given[field] === '').toBe(true);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('a hostile text', () => {
  const LENGTH = 10_000;
  /** Far above the usual few milliseconds, and far below the seconds of a quadratic search. */
  const LIMIT_MS = 150;
  const fill = (piece: string) => piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);

  it.each([
    ...[
      ' ',
      '_',
      '_ ',
      '.',
      '. ',
      '?',
      'a',
      'a ',
      'A ',
      '&',
      '&a',
      '<b ',
      '<b a=',
      '<',
      '[insert ',
      '[',
      "'",
      "n't ",
      'Ã',
    ],
    ...[
      'the following ',
      'the following, ',
      'of ',
      'as of ',
      'or ',
      'what ',
      'name a ',
      '1',
      '1,',
      '1.',
      '-',
      ', ',
      ' / ',
    ],
    ...[
      '(',
      '((',
      '\n',
      ' \n',
      '"',
      '\ud800',
      '\u0301',
      'é',
      'the the ',
      'how much does ',
      'what is the ',
      'x+',
      'A2',
      'not ',
      'except ',
      '"not" ',
      'which not ',
      'lyrics: not ',
    ],
    ...[
      '; ',
      'and ',
      '𠮷',
      'not only ',
      'May ',
      'a __ ',
      ':',
      'the following: ',
      'the following:',
      'guitar, ',
      'guitar or ',
      'todo:',
    ],
  ])('of %j takes milliseconds', (piece) => {
    for (const [question_text, correct_answer] of [
      [fill(piece), 'b guitar'],
      [`What ${fill(piece)}!`, `${fill(piece)}!`],
      [fill(piece), fill(piece)],
      ['How tall is it?', `1${fill(piece)}x`],
    ] as const) {
      const given = question({
        question_text,
        correct_answer,
        accepted_answers: [correct_answer],
        incorrect_answers: ['b'],
      });
      const start = process.threadCpuUsage();
      linter.mask(given);
      linter.explain({ ...given, accepted_answers: [], incorrect_answers: [] });
      expect(process.threadCpuUsage(start).user / 1000).toBeLessThan(LIMIT_MS);
    }
  });
});
