import type { Question, QuestionContent } from './question.ts';

/**
 * What a question says, without its name and its life in this bank (id, external_id, status, version, times): the same
 * questions have the same lines wherever they are. In the order of the alphabet, as `jq -S` writes them.
 */
export const LINE_FIELDS = [
  'accepted_answers',
  'category',
  'correct_answer',
  'difficulty',
  'explanation',
  'incorrect_answers',
  'language',
  'license',
  'question_text',
  'source',
  'tags',
  'topic_focus',
] as const satisfies readonly (keyof QuestionContent)[];

/** Canonical JSON of the content, and a line break. */
export function contentLine(question: Question): string {
  return `${JSON.stringify(Object.fromEntries(LINE_FIELDS.map((field) => [field, question[field]])))}\n`;
}
