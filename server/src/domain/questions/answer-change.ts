import { CONTENT_FIELDS, changedFields, type QuestionChange, type QuestionContent } from './question.ts';
import { ANSWER_FIELDS, type Visibility } from './visibility.ts';

/**
 * Together they say what is right. Players see the right answer among the wrong ones, so a change of one of these fields
 * alone would show the others by elimination.
 */
export const ANSWER_PARTS = ['correct_answer', 'accepted_answers', 'incorrect_answers'] as const;
type AnswerPart = (typeof ANSWER_PARTS)[number];

/** The parts that a change leaves as they are while it gives others. */
export function partsLeftOut(change: QuestionChange): readonly AnswerPart[] {
  const missing = ANSWER_PARTS.filter((part) => change[part] === undefined);
  return missing.length < ANSWER_PARTS.length ? missing : [];
}

/**
 * The fields that a change counts as having changed. For callers who may not see answers these are all answers that were
 * sent: whether a new version is written must not depend on the stored answer.
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
