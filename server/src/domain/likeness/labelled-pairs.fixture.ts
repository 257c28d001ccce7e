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

/** A pair judged by a reader, compared with the weights of its banks. */
export interface LabelledPair {
  id: string;
  duplicate: boolean;
  /** Equal for pairs that share a question, directly or indirectly. */
  component: string;
  words: Comparison;
  answers: Answers;
  /** Whether the texts may contradict each other. */
  mayContradict: boolean;
}

/** All pairs except those that the reader left undecided. */
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
