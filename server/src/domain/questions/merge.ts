import type { CONTENT_FIELDS, QuestionContent } from './question.ts';

export type ContentField = (typeof CONTENT_FIELDS)[number];

/** The content of a question after a merge: its own, except for the fields taken from the other one. */
export function mergedContent(
  survivor: QuestionContent,
  other: QuestionContent,
  take: readonly ContentField[],
): QuestionContent {
  return { ...survivor, ...Object.fromEntries(take.map((field) => [field, other[field]])) };
}
