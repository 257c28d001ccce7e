/** @module-tag heavy */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it, vi } from 'vitest';
import { describeWithShared, sharedData } from '../../../test/shared-data.ts';
import { ANSWER_TYPES, answerType } from '../../domain/flaws/answer-type.ts';
import { compileLinter, FLAW_RULES, type LintQuestion } from '../../domain/flaws/lint.ts';

type Stored = Pick<LintQuestion, 'question_text' | 'correct_answer'>;

function readLines<Row>(name: string): Row[] {
  const text = gunzipSync(readFileSync(sharedData('opentriviaqa', name))).toString();
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
}

/** Our own numbers to the question: whoever changes a rule sees here how many of 49,716 are judged differently. */
describeWithShared('opentriviaqa', 'base rates over OpenTriviaQA', () => {
  vi.setConfig({ testTimeout: 300_000 });
  const stored = readLines<Stored>('questions.jsonl.gz');
  const linter = compileLinter();

  function countFlaws(incorrect: (index: number) => readonly string[]): Record<string, number> {
    const masks = stored.map((one, index) =>
      linter.mask({ ...one, accepted_answers: [], incorrect_answers: incorrect(index), language: 'en' }),
    );
    const count = (bit: number) => masks.filter((mask) => (mask & (1 << bit)) !== 0).length;
    return {
      clean: masks.filter((mask) => mask === 0).length,
      ...Object.fromEntries(FLAW_RULES.map((rule) => [rule.id, count(rule.bit)])),
    };
  }

  it('are those of the README without options', () => {
    expect(stored).toHaveLength(49_716);
    expect(countFlaws(() => [])).toEqual({
      clean: 21_060,
      absolute_terms: 2889,
      all_of_the_above: 826,
      ambiguous_wording: 1052,
      answer_format: 2958,
      answer_in_question: 152,
      answer_too_long: 1276,
      empty_or_placeholder: 0,
      encoding_damage: 0,
      fill_in_blank: 668,
      grammatical_cue: 47,
      gratuitous_information: 2813,
      key_among_wrong: 0,
      missing_unit: 1,
      more_than_one_correct: 13,
      multi_answer_key: 2314,
      multiple_blanks: 18,
      negative_wording: 2857,
      option_dependent: 4116,
      redundant_accepted: 0,
      shouting: 0,
      time_sensitive: 172,
      true_false: 6689,
      unfocused_stem: 7798,
      vague_terms: 1863,
      whitespace: 366,
      word_repeat: 2125,
    });
  });

  it('fall where options answer for a rule', () => {
    const choices = readLines<{ incorrect_answers: string[] }>('choices.jsonl.gz');
    expect(countFlaws((index) => choices[index]?.incorrect_answers ?? [])).toMatchObject({
      clean: 23_429,
      option_dependent: 0,
      more_than_one_correct: 0,
      all_of_the_above: 810,
      ambiguous_wording: 648,
      grammatical_cue: 6,
      word_repeat: 650,
      answer_in_question: 152,
      negative_wording: 2857,
    });
  });

  it('of the kinds of answer', () => {
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
