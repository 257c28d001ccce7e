import { CONTENT_FIELDS, changedFields, type QuestionChange, type QuestionContent } from './question.ts';
import { ANSWER_FIELDS, type Visibility } from './visibility.ts';

/**
 * Together these fields define the right answer. Players see it among the wrong ones, so changing only one of these
 * fields would reveal the others by elimination.
 */
const ANSWER_PARTS = ['correct_answer', 'accepted_answers', 'incorrect_answers'] as const;
type AnswerPart = (typeof ANSWER_PARTS)[number];

/** The parts that a change omits although it sets others. */
export function partsLeftOut(change: QuestionChange): readonly AnswerPart[] {
  const missing = ANSWER_PARTS.filter((part) => change[part] === undefined);
  return missing.length < ANSWER_PARTS.length ? missing : [];
}

/**
 * The fields that count as changed. For callers who may not see answers, every answer field that was sent counts:
 * whether a new version is written must not depend on the stored answer.
 */
export function countedChanges(
  { answers }: Visibility,
  sent: QuestionChange,
  before: QuestionContent,
  after: QuestionContent,
): string[] {
  const changed = changedFields(before, after);
  if (answers) return changed;
  const guessed: readonly string[] = ANSWER_FIELDS.filter((field) => sent[field] !== undefined);
  return CONTENT_FIELDS.filter((field) => changed.includes(field) || guessed.includes(field));
}
