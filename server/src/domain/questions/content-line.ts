import type { Question, QuestionContent } from './question.ts';

/**
 * The content of a question, without its identity and history in this bank (id, external_id, status, version, times):
 * equal questions have equal lines everywhere. Fields are in alphabetical order, as `jq -S` writes them.
 */
const LINE_FIELDS = [
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
