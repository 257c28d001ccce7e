import type { LintQuestion } from '../domain/flaws/lint.ts';

/** The subject of a row of a type, and so the scope of its dismissal. */
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
