import fc from 'fast-check';
import demo from '../../../demo/questions.json' with { type: 'json' };
import type { TextRow } from '../analysis-type.ts';
import type { TextStatisticsParameters } from './parameters.ts';

/** The parameters of a run that sets none. */
export const defaults: TextStatisticsParameters = {
  fields: ['question_text', 'correct_answer'],
  group_by: null,
  percentiles: [5, 25, 50, 75, 95],
  language: 'auto',
  outlier_z: 3,
  top_n: 50,
};

/** A question with the given fields and defaults for the rest. */
export function row(given: Partial<TextRow>): TextRow {
  return {
    id: 'q',
    version: 1,
    category: 'Science',
    difficulty: 0,
    topic_focus: null,
    language: 'en',
    question_text: 'What is it?',
    correct_answer: 'A cat',
    accepted_answers: [],
    incorrect_answers: [],
    ...given,
  };
}

/** The demo bank. */
export const demoRows: readonly TextRow[] = (demo as (Partial<TextRow> & { external_id: string })[]).map((question) =>
  row({ ...question, id: question.external_id, topic_focus: question.topic_focus ?? null }),
);

const codes = fc.oneof(
  fc.integer({ min: 0x20, max: 0x7e }),
  fc.integer({ min: 0xa0, max: 0x17f }),
  fc.integer({ min: 0x300, max: 0x36f }),
  fc.integer({ min: 0, max: 0x10ffff }),
);
/** Any characters, many of them with accents; a fast-check string of all characters takes a second to set up. */
export const strangeTexts = fc
  .array(codes, { maxLength: 40, size: 'max' })
  .map((characters) => String.fromCodePoint(...characters));
