import { type CONTENT_FIELDS, mergeChange, type QuestionContent } from './question.ts';

export type ContentField = (typeof CONTENT_FIELDS)[number];

/**
 * The content of a question after a merge: its own, except for the fields taken from the other one. Throws if the kind of
 * the question does not allow them.
 */
export function mergedContent(
  survivor: QuestionContent,
  other: QuestionContent,
  take: readonly ContentField[],
): QuestionContent {
  const taken = Object.fromEntries(take.map((field) => [field, other[field]]));
  return mergeChange(survivor, taken, (category) => category);
}
