import type { LintQuestion } from '../domain/flaws/lint.ts';

/** What a row of a type is about, and so how somebody can say of it that it is fine. */
export type Dismissible =
  | {
      of: 'question';
      /** What the type may say of one question. */
      about: readonly string[];
      /** What it says of this one; without it, all that it may say. */
      saidOf?: (question: LintQuestion) => readonly string[];
    }
  | { of: 'pair' }
  | { of: 'nothing'; why: string };
