import type { LintQuestion } from '../domain/flaws/lint.ts';

/** What a row of a type is about, and so what a dismissal of it covers. */
export type Dismissible =
  | {
      of: 'question';
      /** The aspects of a question that the type can report. */
      about: readonly string[];
      /** The aspects that this row reports; without it, all of them. */
      saidOf?: (question: LintQuestion) => readonly string[];
    }
  | { of: 'pair' }
  | { of: 'nothing'; why: string };
