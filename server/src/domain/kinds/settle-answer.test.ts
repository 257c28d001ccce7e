import { describe, expect, it } from 'vitest';
import type { GivenAnswerFields } from './settle-answer.ts';
import { settleAnswer } from './settle-answer.ts';

const settle = (given: Partial<GivenAnswerFields>) => settleAnswer({ question_text: 'Why?', ...given });
const details = (given: Partial<GivenAnswerFields>) =>
  settle(given).violations.map(({ code, pointer, detail }) => `${code} ${pointer}: ${detail}`);

describe('the kind of a question that does not name it', () => {
  it.each([
    ['text', { correct_answer: 'a' }],
    ['choice', { correct_answer: 'a', incorrect_answers: ['b'] }],
    ['true_false', { correct_answer: 'True', incorrect_answers: ['False'] }],
    ['choice', { correct_answer: 'True', incorrect_answers: ['False', 'Maybe'] }],
    ['choices', { key: { right: ['a'] }, incorrect_answers: ['b'] }],
    ['number', { key: { value: 1 } }],
    ['order', { key: { sequence: ['a', 'b'] } }],
    ['match', { key: { pairs: [] } }],
    ['gaps', { key: { gaps: [] } }],
    ['essay', { key: { guidance: 'g' } }],
  ] as const)('is %s', (kind, given) => {
    expect(settle(given).answer.kind).toBe(kind);
  });
});

describe('correct_answer', () => {
  it.each([
    ['Mars; Venus', { key: { right: ['Mars', 'Venus'] }, incorrect_answers: ['Moon'] }],
    ['9.81 m/s² (± 0.05)', { key: { value: 9.81, tolerance: 0.05, unit: 'm/s²' } }],
    ['100 (± 2.5 %)', { key: { value: 100, relative_tolerance: 0.025 } }],
    ['1e-9 (± 10 %)', { key: { value: '1e-9', relative_tolerance: 0.1 } }],
    ['1 (± 1e-20 of it)', { key: { value: 1, relative_tolerance: '1e-20' } }],
    ['1. a 2. b', { key: { sequence: ['a', 'b'] } }],
    [
      'France: Paris; Italy: Rome',
      {
        key: {
          pairs: [
            { prompt: 'France', answer: 'Paris' },
            { prompt: 'Italy', answer: 'Rome' },
          ],
        },
      },
    ],
    ['1: x; 2: y', { question_text: '[[2]] and [[1]]', key: { gaps: [{ answer: 'x' }, { answer: 'y' }] } }],
  ])('is %s', (correct_answer, given) => {
    const { answer, violations } = settle(given);
    expect(violations).toEqual([]);
    expect(answer.correct_answer).toBe(correct_answer);
    expect(settle({ ...given, correct_answer }).violations).toEqual([]);
    expect(details({ ...given, correct_answer: 'other' })).toEqual([
      `not_allowed #/correct_answer: \`correct_answer\` is "other", but \`key\` gives "${correct_answer}". Leave \`correct_answer\` out.`,
    ]);
  });

  it('may be empty for an essay only', () => {
    expect(settle({ kind: 'essay' })).toMatchObject({ answer: { correct_answer: '', key: null }, violations: [] });
    expect(details({ kind: 'text' })).toEqual(['required #/correct_answer: `correct_answer` is required.']);
  });
});

it('completes the options of true or false', () => {
  expect(settle({ kind: 'true_false', correct_answer: 'false' }).answer).toMatchObject({
    correct_answer: 'False',
    incorrect_answers: ['True'],
  });
});

it('stores equal keys alike', () => {
  const [left, right] = [
    { units: [{ factor: 1000, name: 'km' }], unit: 'm', tolerance: null, value: 1 },
    { value: 1, unit: 'm', units: [{ name: 'km', factor: 1000 }] },
  ].map((key) => JSON.stringify(settle({ key }).answer.key));
  expect(left).toBe(right);
});

describe('a violation', () => {
  it.each([
    [
      'a missing key',
      { kind: 'order' },
      ['required #/key: `key` is required for a question of kind order, with `sequence`.'],
    ],
    [
      'members of another kind',
      { kind: 'order', key: { sequence: ['a', 'b'], right: ['a'] } },
      ['unknown_field #/key/right: `key.right` belongs to questions of kind choices, not order.'],
    ],
    [
      'a key of a plain kind',
      { kind: 'text', correct_answer: 'a', key: { right: ['a'] } },
      ['not_allowed #/key: A question of kind text has no `key`; its answer is `correct_answer`.'],
    ],
    [
      'options of a text',
      { kind: 'text', correct_answer: 'a', incorrect_answers: ['b'] },
      ['not_allowed #/incorrect_answers: A question of kind text has no `incorrect_answers`.'],
    ],
    [
      'accepted answers of a number',
      { key: { value: 1 }, accepted_answers: ['one'] },
      ['not_allowed #/accepted_answers: A question of kind number has no `accepted_answers`.'],
    ],
    [
      'partial scoring of one part',
      { correct_answer: 'a', scoring: 'partial' },
      ['not_allowed #/scoring: `scoring` must be "all_or_nothing" for a question of kind text.'],
    ],
    [
      'a choice without options',
      { kind: 'choice', correct_answer: 'a' },
      ['required #/incorrect_answers: A choice needs at least one wrong option in `incorrect_answers`.'],
    ],
    [
      'an option that is right and wrong',
      { key: { right: ['a', 'b'] }, incorrect_answers: ['b'] },
      ['not_allowed #/incorrect_answers/0: "b" occurs twice.'],
    ],
    [
      'a single option',
      { key: { right: ['a'] } },
      ['required #/incorrect_answers: A question of kind choices needs two options or more.'],
    ],
    [
      'neither true nor false',
      { kind: 'true_false', correct_answer: 'perhaps' },
      ['not_allowed #/correct_answer: `correct_answer` of a true_false question must be True or False.'],
    ],
    [
      'a value that is no number',
      { key: { value: '1,5', tolerance: -1 } },
      [
        'invalid_format #/key/value: `key.value` must be a decimal such as 9.81 or "1e-9".',
        'invalid_format #/key/tolerance: `key.tolerance` must be a decimal of at least 0.',
      ],
    ],
    [
      'two tolerances',
      { key: { value: 1, tolerance: 1, relative_tolerance: 1 } },
      ['not_allowed #/key/relative_tolerance: Give `tolerance` or `relative_tolerance`, not both.'],
    ],
    [
      'units without a unit, and one of them twice',
      {
        key: {
          value: 1,
          units: [
            { name: 'km', factor: 1 },
            { name: ' k m', factor: 2 },
          ],
        },
      },
      [
        'required #/key/unit: `key.unit` is required, because the factors of `units` refer to it.',
        'not_allowed #/key/units/1/name: Two units have the same name.',
      ],
    ],
    ['an item twice', { key: { sequence: ['a', 'b', 'a'] } }, ['not_allowed #/key/sequence/2: "a" occurs twice.']],
    [
      'a prompt twice, and an extra answer that is right',
      {
        key: {
          pairs: [
            { prompt: 'p', answer: 'a' },
            { prompt: 'p', answer: 'b' },
          ],
          extra: ['b'],
        },
      },
      [
        'not_allowed #/key/pairs/1/prompt: "p" occurs twice.',
        'not_allowed #/key/extra/0: An extra answer must not be right for a prompt.',
      ],
    ],
    [
      'gaps that the text does not mark',
      { question_text: '[[1]] [[1]]', key: { gaps: [{ answer: 'a' }] } },
      ['invalid_format #/question_text: `question_text` must contain [[1]] once, because `key.gaps` has 1 entry.'],
    ],
    [
      'accepted answers of a gap with options',
      { question_text: '[[1]]', key: { gaps: [{ answer: 'a', accepted: ['b'], options: ['a'] }] } },
      [
        'not_allowed #/key/gaps/0/options/0: "a" occurs twice.',
        'not_allowed #/key/gaps/0/accepted: A gap with `options` is a choice and has no `accepted` answers.',
      ],
    ],
    [
      'limits that exclude every essay',
      { key: { min_words: 2, max_words: 1 } },
      ['out_of_range #/key/max_words: `key.max_words` must be at least `key.min_words`.'],
    ],
    [
      'a key that is too long',
      {
        question_text: '[[1]]',
        key: {
          gaps: [{ answer: 'a', options: Array.from({ length: 200 }, (_, index) => `${index}${'x'.repeat(1000)}`) }],
        },
      },
      ['too_long #/key: `key` may have at most 20000 characters of JSON, not 201127.'],
    ],
    [
      'answers that are too long together',
      { key: { sequence: Array.from({ length: 20 }, (_, index) => `${index}${'x'.repeat(900)}`) } },
      ['too_long #/key: The answers of `key` may have at most 4000 characters together, not 18120.'],
    ],
  ] as [string, Partial<GivenAnswerFields>, string[]][])('names %s', (_name, given, expected) => {
    expect(details(given)).toEqual(expected);
  });
});
