import { CONTENT_FIELDS, changedFields, KIND_FIELDS, type QuestionChange, type QuestionContent } from './question.ts';
import { ANSWER_FIELDS, type Visibility } from './visibility.ts';

/**
 * Together these fields define the right answer. Players see it among the wrong ones, so changing only one of these
 * fields would reveal the others by elimination.
 */
const ANSWER_PARTS = ['correct_answer', 'accepted_answers', 'incorrect_answers'] as const;
type AnswerPart = (typeof ANSWER_PARTS)[number];

const givesAnswer = (change: QuestionChange) =>
  [...ANSWER_PARTS, 'kind' as const, 'key' as const].some((field) => change[field] !== undefined);

/** The parts that a change omits although it sets others. A key is a whole answer. */
export function partsLeftOut(change: QuestionChange): readonly AnswerPart[] {
  if (change.key != null || !givesAnswer(change)) return [];
  return ANSWER_PARTS.filter((part) => change[part] === undefined);
}

/**
 * A change by a caller who may not see answers: an answer replaces the stored one as a whole, so that neither the result
 * nor an error depends on the stored one.
 */
export function wholeAnswer(change: QuestionChange): QuestionChange {
  return givesAnswer(change)
    ? {
        ...change,
        kind: change.kind ?? null,
        key: change.key ?? null,
        accepted_answers: change.accepted_answers ?? [],
        incorrect_answers: change.incorrect_answers ?? [],
      }
    : change;
}

/** Fields that may count as changed although they have the same value. */
export const isOfAnswer = (field: string) => [...ANSWER_FIELDS, ...KIND_FIELDS].some((name) => name === field);

/**
 * The fields that count as changed. For callers who may not see answers, every answer field that was sent counts, and an
 * answer counts as a whole: whether a new version is written must not depend on the stored answer.
 */
export function countedChanges(
  { answers }: Visibility,
  sent: QuestionChange,
  before: QuestionContent,
  after: QuestionContent,
): string[] {
  const changed = changedFields(before, after);
  if (answers) return changed;
  const guessed: readonly string[] = [
    ...ANSWER_FIELDS.filter((field) => sent[field] !== undefined),
    ...(givesAnswer(sent) ? KIND_FIELDS : []),
  ];
  return CONTENT_FIELDS.filter((field) => changed.includes(field) || guessed.includes(field));
}
