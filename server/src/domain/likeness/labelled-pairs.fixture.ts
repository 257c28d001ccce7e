import type { Comparison } from './compare-words.ts';
import type { Answers } from './judge.ts';
import { ComparedSet } from './likeness.fixture.ts';
import { mayContradict } from './question-judge.ts';
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
  /** Pairs that share a question, directly or through others, have the same. */
  component: string;
  words: Comparison;
  answers: Answers;
  /** Whether the texts may contradict each other. */
  mayContradict: boolean;
}

/** All pairs but those that the reader could not decide. */
export function comparePairs(pairs: readonly Labelled[], banks: readonly QuestionAndAnswer[]): LabelledPair[] {
  const set = new ComparedSet(banks);
  const componentOf = joinPairs(pairs);
  return pairs
    .filter(({ label }) => label !== 'borderline')
    .map(({ id, label, a, b }) => ({
      id,
      duplicate: label === 'duplicate',
      component: componentOf(a),
      ...set.compare(a, b),
      mayContradict: mayContradict(a, b),
    }));
}

function joinPairs(pairs: readonly Labelled[]): (question: QuestionAndAnswer) => string {
  const parents = new Map<string, string>();
  const rootOf = (text: string): string => {
    const parent = parents.get(text);
    return parent === undefined || parent === text ? text : rootOf(parent);
  };
  for (const { a, b } of pairs) parents.set(rootOf(a.question_text), rootOf(b.question_text));
  return ({ question_text }) => rootOf(question_text);
}
