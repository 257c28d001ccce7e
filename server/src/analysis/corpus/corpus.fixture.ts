import type { Knowledge, Part, TextRow } from '../analysis-type.ts';

/** What an analysis knows in a bank where nothing was dismissed. */
export const NOTHING_KNOWN: Knowledge = { dismissed: [], dismissedRows: [], readQuestions: async () => [] };

let made = 0;

/** A question with the given fields and defaults for the rest. */
export function textRow(given: Partial<TextRow> = {}): TextRow {
  made += 1;
  return {
    id: `00000000-0000-7000-8000-${String(made).padStart(12, '0')}`,
    version: 1,
    category: 'Science',
    difficulty: 1,
    topic_focus: null,
    language: 'en',
    question_text: `Question ${made}?`,
    correct_answer: `Answer ${made}`,
    accepted_answers: [],
    incorrect_answers: [],
    ...given,
  };
}

/** Parts as a run passes them to `gather`; they can be iterated more than once. */
export function partsOf<Partial>(...parts: readonly Part<Partial>[]): AsyncIterable<Part<Partial>> {
  return {
    [Symbol.asyncIterator]: async function* () {
      yield* parts;
    },
  };
}

/** Rows in pieces, cut after the given places. */
export function cutRows<Row>(rows: readonly Row[], cuts: readonly number[]): Row[][] {
  const edges = [0, ...[...cuts].sort((left, right) => left - right), rows.length];
  return edges.slice(1).map((until, index) => rows.slice(edges[index], until));
}
