import { numbered } from './wording.ts';

/** Limits on what a run keeps in memory, apart from what grows with the number of questions: a thread has 2 GB. */
export const MAX_WORDS = 2_000_000;
/** Words of all texts one after another: 10 M questions have 150 million, at four bytes each. */
export const MAX_TOKENS = 300_000_000;
/** Words that a model learns from. */
export const MAX_LEARNT_TOKENS = 20_000_000;
/** Different topics, or categories. */
export const MAX_LABELS = 500_000;
/** Combinations of category, level and topic. */
export const MAX_CELLS = 500_000;
export const MAX_GROUPS = 20_000;

/** A run that would exceed its memory; a retry would not help. */
export class TooLargeError extends Error {
  readonly code = TOO_LARGE;
}

/** Identifies the error across threads, where only the code arrives. */
export const TOO_LARGE = 'analysis_too_large';

/** Throws above `most`; `what` is a plural. */
export function requireAtMost(most: number, count: number, what: string): void {
  if (count <= most) return;
  throw new TooLargeError(
    `The questions have more than ${numbered(most)} ${what}, the limit of an analysis. Analyse fewer questions at a time.`,
  );
}
