/** @module-tag heavy */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { describeWithShared, sharedData } from '../../../test/shared-data.ts';
import { ANSWER_TYPES, answerType } from '../../domain/flaws/answer-type.ts';
import { compileLinter, FLAW_RULES, type LintQuestion } from '../../domain/flaws/lint.ts';
import { maskOf } from './chosen-rules.ts';

type Stored = Pick<LintQuestion, 'question_text' | 'correct_answer'>;

function readLines<Row>(name: string): Row[] {
  const text = gunzipSync(readFileSync(sharedData('opentriviaqa', name))).toString();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

/** Exact counts, so that a changed rule shows how many of 49,716 questions are judged differently. */
describeWithShared('opentriviaqa', 'base rates over OpenTriviaQA', () => {
  vi.setConfig({ testTimeout: 300_000 });
  const stored = readLines<Stored>('questions.jsonl.gz');
  const linter = compileLinter();

  function countFlaws(incorrect: (index: number) => readonly string[]): Record<string, number> {
    const masks = stored.map((one, index) =>
      linter.mask({ ...one, accepted_answers: [], incorrect_answers: incorrect(index), language: 'en' }),
    );
    const usual = maskOf(FLAW_RULES.filter((rule) => rule.hint !== true));
    const count = (bit: number) => masks.filter((mask) => (mask & (1 << bit)) !== 0).length;
    return {
      clean: masks.filter((mask) => mask === 0).length,
      clean_by_default: masks.filter((mask) => (mask & usual) === 0).length,
      ...Object.fromEntries(FLAW_RULES.map((rule) => [rule.id, count(rule.bit)])),
    };
  }

  it('match the README without options', () => {
    expect(stored).toHaveLength(49_716);
    expect(countFlaws(() => [])).toEqual({
      clean: 30_389,
      clean_by_default: 41_607,
      absolute_terms: 2358,
      all_of_the_above: 821,
      ambiguous_wording: 850,
      answer_format: 847,
      answer_in_question: 106,
      answer_too_long: 1205,
      empty_or_placeholder: 0,
      encoding_damage: 0,
      fill_in_blank: 306,
      grammatical_cue: 0,
      gratuitous_information: 2755,
      key_among_wrong: 0,
      longest_option: 0,
      missing_unit: 1,
      more_than_one_correct: 13,
      multi_answer_key: 897,
      multiple_blanks: 8,
      negative_wording: 1503,
      number_in_middle: 0,
      option_dependent: 4025,
      option_in_answer: 0,
      redundant_accepted: 0,
      repeated_options: 0,
      shouting: 0,
      time_sensitive: 84,
      true_false: 6689,
      unfocused_stem: 122,
      vague_terms: 992,
      whitespace: 366,
      word_repeat: 0,
    });
  });

  it('are lower for rules that consider options', () => {
    const choices = readLines<{ incorrect_answers: string[] }>('choices.jsonl.gz');
    expect(countFlaws((index) => choices[index]?.incorrect_answers ?? [])).toMatchObject({
      clean: 33_369,
      clean_by_default: 46_112,
      option_dependent: 0,
      more_than_one_correct: 0,
      all_of_the_above: 810,
      ambiguous_wording: 498,
      grammatical_cue: 3,
      longest_option: 374,
      number_in_middle: 1576,
      option_in_answer: 27,
      repeated_options: 21,
      word_repeat: 406,
      answer_in_question: 81,
      negative_wording: 1503,
    });
  });

  it('match the kinds of answer', () => {
    const counts = ANSWER_TYPES.map(() => 0);
    for (const { correct_answer } of stored) {
      const type = answerType(correct_answer);
      counts[type] = (counts[type] ?? 0) + 1;
    }
    expect(Object.fromEntries(ANSWER_TYPES.map((type, index) => [type, counts[index]]))).toEqual({
      number: 1734,
      year: 1031,
      boolean: 6689,
      entity: 35_007,
      phrase: 2918,
      list: 2310,
      formula: 27,
    });
  });
});
