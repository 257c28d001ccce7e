import type { AnswerRelation } from './compare-answers.ts';
import type { Comparison } from './compare-words.ts';
import { ComparedSet } from './likeness.fixture.ts';
import type { QuestionAndAnswer } from './word-counts.ts';

/** A line of ../shared/data/duplicates/trivia_pairs_labelled.jsonl. */
export interface Labelled {
  id: string;
  label: 'duplicate' | 'different' | 'borderline';
  a: QuestionAndAnswer;
  b: QuestionAndAnswer;
}

/** A pair that a reader has judged, compared with the weights of the banks it is from. */
export interface LabelledPair {
  id: string;
  duplicate: boolean;
  words: Comparison;
  answers: AnswerRelation;
  weight: number;
}

/** All pairs but those that the reader could not decide. */
export function comparePairs(pairs: readonly Labelled[], banks: readonly QuestionAndAnswer[]): LabelledPair[] {
  const set = new ComparedSet(banks);
  return pairs
    .filter(({ label }) => label !== 'borderline')
    .map(({ id, label, a, b }) => ({ id, duplicate: label === 'duplicate', ...set.compare(a, b) }));
}
