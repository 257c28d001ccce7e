import { numbered } from './wording.ts';

/** What a run may hold in memory, beside what grows with the number of questions alone: a thread has 2 GB. */
export const MAX_WORDS = 2_000_000;
/** Words of all texts one after the other: 10 M questions have 150 million; four bytes each. */
export const MAX_TOKENS = 300_000_000;
/** Words that a model is learnt from. */
export const MAX_LEARNT_TOKENS = 20_000_000;
/** Different topics, or categories. */
export const MAX_LABELS = 500_000;
/** Combinations of category, level and topic. */
export const MAX_CELLS = 500_000;
export const MAX_GROUPS = 20_000;

/** A run that would hold more than it may: trying again would not help. */
export class TooLargeError extends Error {
  readonly code = TOO_LARGE;
}

/** How the error is known behind a thread, where only its code arrives. */
export const TOO_LARGE = 'analysis_too_large';

/** Refuses to hold more than `most`; `what` in the plural. */
export function requireAtMost(most: number, count: number, what: string): void {
  if (count <= most) return;
  throw new TooLargeError(
    `The questions have more than ${numbered(most)} ${what}, the limit of an analysis. Analyse fewer questions at a time.`,
  );
}
