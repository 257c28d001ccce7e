import type { AnswerRelation } from './compare-answers.ts';
import { ASKING, type Comparison, DECISIVE, NEGATION, NUMBER, OPTIONS } from './compare-words.ts';

/** Below this similarity no two texts are ever taken for the same question: candidates need not be looked for. */
export const LEAST_SIMILARITY = 0.35;
/** From this likeness on two questions with the same answer count as the same question. */
export const DEFAULT_THRESHOLD = 0.5;
/** From this similarity on two texts are the same wording, if nothing else speaks against it. */
export const DEFAULT_WORDING = 0.74;

/**
 * Logistic regression on 320 pairs labelled by hand; analysis/duplicates/judge.test.ts fits it again and judges it on pairs it
 * was not fitted to: right in 91 %, and from 0.7 on a precision of 0.98 at a recall of 0.87.
 */
export const COEFFICIENTS = { similarity: 5.34, swapped: -0.435, numbers: -1.74, answer: 0.331, constant: -2.44 };

/** What speaks for and against two questions with the same answer being one. */
export interface Evidence {
  similarity: number;
  /** Both have a telling word that the other lacks: "capital of Finland", "capital of Peru". */
  swapped: number;
  /** 1 when both have a number that the other lacks. */
  numbers: number;
  /** How rare the answer is. */
  answer: number;
}

export function evidenceOf(words: Comparison, answerWeight: number): Evidence {
  return {
    similarity: words.similarity,
    swapped: words.swapped,
    numbers: (words.kindsA & NUMBER) !== 0 && (words.kindsB & NUMBER) !== 0 ? 1 : 0,
    answer: answerWeight,
  };
}

/** How likely two questions with the same answer ask the same thing, from 0 to 1. */
export function likeness({ similarity, swapped, numbers, answer }: Evidence): number {
  const { constant, ...weights } = COEFFICIENTS;
  const sum =
    constant +
    weights.similarity * similarity +
    weights.swapped * swapped +
    weights.numbers * numbers +
    weights.answer * answer;
  return 1 / (1 + Math.exp(-sum));
}

/** The similarity that two questions need for this likeness, by how telling a word they swapped. */
export function leastSimilarityFor(answerWeight: number, alike: number): (swapped: number) => number {
  const { constant, similarity, swapped: perSwapped, answer } = COEFFICIENTS;
  const wanted = Math.log(alike / (1 - alike)) - constant - answer * answerWeight;
  return (swapped) => Math.max(LEAST_SIMILARITY, (wanted - perSwapped * swapped) / similarity);
}

/** From this weight on a word says what a question is about. */
const CONTENT = 4.5;
/** "Country" for "city" is another question, "what" for "which" is not. */
export const EXCHANGED = 3;
/** A text that weighs less is a phrase that fits anything: "Name the composer." weighs 7.9, "What is the capital of England?" 9.9. */
const LEAST_WEIGHT = 9;

export const isContent = (weight: number, kind: number) =>
  weight >= CONTENT || (kind & (NUMBER | NEGATION | DECISIVE)) !== 0;

/** Whether two texts are one wording: nothing that one has and the other lacks carries meaning, and no options are meant. */
export function isSameWording(words: Comparison, least: number): boolean {
  const lone = words.kindsA | words.kindsB;
  return (
    words.similarity >= least &&
    words.lone < CONTENT &&
    words.swapped < EXCHANGED &&
    (lone & (NUMBER | NEGATION | ASKING | DECISIVE)) === 0 &&
    ((lone | words.kindsShared) & OPTIONS) === 0 &&
    words.weight >= LEAST_WEIGHT
  );
}

/** An answer that many questions have says nothing about which question it is; then a "not" makes another one. */
const TELLING_ANSWER = 5;

export const RELATIONS = ['conflict', 'exact', 'near', 'answer_variant', 'sibling'] as const;
export type Relation = (typeof RELATIONS)[number];

export interface Thresholds {
  likeness: number;
  wording: number;
}

export interface Judgement {
  relation: Exclude<Relation, 'exact' | 'sibling'> | null;
  likeness: number;
}

/** Two questions whose texts are not the same word for word. */
export function judge(
  words: Comparison,
  answers: AnswerRelation,
  answerWeight: number,
  thresholds: Thresholds,
): Judgement {
  if (answers === 'same') {
    const alike = likeness(evidenceOf(words, answerWeight));
    const negated = ((words.kindsA | words.kindsB) & NEGATION) !== 0 && answerWeight < TELLING_ANSWER;
    const near = words.similarity >= LEAST_SIMILARITY && alike >= thresholds.likeness && !negated;
    return { relation: near ? 'near' : null, likeness: alike };
  }
  const alike = words.similarity;
  if (!isSameWording(words, thresholds.wording)) return { relation: null, likeness: alike };
  return { relation: answers === 'alike' ? 'answer_variant' : 'conflict', likeness: alike };
}
