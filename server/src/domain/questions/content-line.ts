import { inferKind } from '../kinds/settle-answer.ts';
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

const KIND_FIELDS = [...LINE_FIELDS, 'key', 'kind', 'scoring'].sort() as (typeof LINE_FIELDS)[number][];

/** Canonical JSON of the content, and a line break. */
export function contentLine(question: Question): string {
  const fields = isOfInferredKind(question) ? LINE_FIELDS : KIND_FIELDS;
  return `${JSON.stringify(Object.fromEntries(fields.map((field) => [field, question[field]])))}\n`;
}

/** The lines of such questions are the same as before there were kinds, and so are the hashes of datasets. */
function isOfInferredKind(question: Question): boolean {
  return question.key === null && question.scoring === 'all_or_nothing' && question.kind === inferKind(question);
}
