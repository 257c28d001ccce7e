import type { AnswerRelation } from './compare-answers.ts';
import {
  ASKING,
  CONTENT,
  type Comparison,
  DECISIVE,
  NAME,
  NEGATION,
  NUMBER,
  OPTIONS,
  THING,
  WHO,
} from './compare-words.ts';

/** Below this similarity no two texts are ever taken for the same question: candidates need not be looked for. */
export const LEAST_SIMILARITY = 0.15;
/** From this likeness on two questions with the same answer count as the same question. */
export const DEFAULT_THRESHOLD = 0.5;
/** From this similarity on two texts are the same wording, if nothing else speaks against it. */
export const DEFAULT_WORDING = 0.7;

/**
 * Logistic regression on 592 labelled pairs; analysis/duplicates/labels.test.ts fits it again and judges it on pairs it was
 * not fitted to.
 */
export const COEFFICIENTS = {
  covered: 3.02,
  shared: 0.09,
  swapped: -0.415,
  numbers: -0.461,
  answer: 0.414,
  constant: -4.92,
};

/** More than this much in common says no more: long texts share common words whatever they ask. */
export const MAX_SHARED = 50;

/** What speaks for and against two questions being one. */
export interface Evidence {
  /** How much of what the one is about is in the other: a clue within a longer one has all of it. */
  covered: number;
  /** Weight of the words in common, up to `MAX_SHARED`. */
  shared: number;
  /** Both have a telling word that the other lacks: "capital of Finland", "capital of Peru". */
  swapped: number;
  /** 1 when both have a number that the other lacks. */
  numbers: number;
  /** How rare the answer is. */
  answer: number;
}

/** Where answers differ they tell nothing of the question: it is as likely as with an answer of the usual rarity. */
export const USUAL_ANSWER = 7;

export function evidenceOf(words: Comparison, answerWeight: number): Evidence {
  return {
    covered: words.covered,
    shared: Math.min(MAX_SHARED, words.shared),
    swapped: words.swapped,
    numbers: (words.kindsA & NUMBER) !== 0 && (words.kindsB & NUMBER) !== 0 ? 1 : 0,
    answer: answerWeight,
  };
}

/** How likely two questions ask the same thing, from 0 to 1. */
export function likeness({ covered, shared, swapped, numbers, answer }: Evidence): number {
  const { constant, ...weights } = COEFFICIENTS;
  const sum =
    constant +
    weights.covered * covered +
    weights.shared * shared +
    weights.swapped * swapped +
    weights.numbers * numbers +
    weights.answer * answer;
  return 1 / (1 + Math.exp(-sum));
}

/**
 * The same of two questions with one answer. Texts that hardly differ are at least as alike as they are similar: in a set of
 * thousands of nearly the same, no word tells anything, and the model knows nothing of them.
 */
export function alikenessOf(words: Comparison, answerWeight: number): number {
  const modelled = likeness(evidenceOf(words, answerWeight));
  return hardlyDiffer(words) ? Math.max(modelled, words.similarity) : modelled;
}

export const HARDLY_DIFFERENT = 0.5;
/** Where no more than one telling word is shared, as much of everything must be. */
export const WITH_ONE_WORD = 0.25;

/** Whether two texts have enough in common to be one question at all: more than one telling word, or a good part of everything. */
export function mayBeOne(words: Comparison): boolean {
  const { similarity, tellingShared } = words;
  if (similarity >= HARDLY_DIFFERENT) return true;
  return tellingShared > 0 && similarity >= (tellingShared > 1 ? LEAST_SIMILARITY : WITH_ONE_WORD);
}

function hardlyDiffer({ similarity, swapped, kindsA, kindsB }: Comparison): boolean {
  const kinds = (kindsA | kindsB) & (NUMBER | NEGATION);
  return similarity >= HARDLY_DIFFERENT && swapped < EXCHANGED && kinds === 0;
}

/** Whether two questions may be that alike, of which no more is known than that so much is covered and shared at most, and swapped at least. */
export type Reach = (covered: number, shared: number, swapped: number) => boolean;

export function reachOf(answerWeight: number, alike: number): Reach {
  const { constant, covered: perCovered, shared: perShared, swapped: perSwapped, answer } = COEFFICIENTS;
  const wanted = Math.log(alike / (1 - alike)) - constant - answer * answerWeight;
  return (covered, shared, swapped) =>
    perCovered * covered + perShared * Math.min(MAX_SHARED, shared) + perSwapped * swapped >= wanted;
}

/** "Country" for "city" is another question, "what" for "which" is not. */
export const EXCHANGED = 3;
/** A contradiction is told of texts that differ in no heavier word: in "name" (1.9), but not in "group" (4.4) or "first". */
const SAYING = 2.5;
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
    asksForTheSame(words) &&
    ((lone | words.kindsShared) & OPTIONS) === 0 &&
    words.weight >= LEAST_WEIGHT
  );
}

/** "Who" that only one has stands for "name" in the other; "in what country" does not. */
function asksForTheSame({ kindsA, kindsB }: Comparison): boolean {
  const asked = THING | NAME;
  if ((kindsA & asked) !== 0 && (kindsB & asked) !== 0) return false;
  return ((kindsA | kindsB) & WHO) === 0 || ((kindsA | kindsB) & NAME) !== 0;
}

/**
 * Where answers are alike and not the same, more is asked of the texts: half of their words in common, or a little less
 * where one lies within the other; and no "not", number or "first" for "third" may make two questions of them.
 */
export const HALF = 0.5;
export const LESS_THAN_HALF = 0.4;
const WITHIN = 0.9;

export function areWordedAlike({ similarity, covered, swapped, kindsA, kindsB }: Comparison): boolean {
  const isWithin = similarity >= LESS_THAN_HALF && covered >= WITHIN && swapped < EXCHANGED;
  if (similarity < HALF && !isWithin) return false;
  return ((kindsA | kindsB) & NEGATION) === 0 && (kindsA & kindsB & (NUMBER | DECISIVE)) === 0;
}

/** An answer that many questions have says nothing about which question it is; then a "not" makes another one. */
export const TELLING_ANSWER = 5;

/** "The champion of 2016", "the champion of 2017": where only numbers were exchanged, the same answer is a coincidence. */
function isRenumbered({ kindsA, kindsB, loneWord }: Comparison): boolean {
  return (kindsA & kindsB & NUMBER) !== 0 && loneWord < CONTENT;
}

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

/** What is known of two answers. */
export interface Answers {
  relation: AnswerRelation;
  /** Of the commoner of the two. */
  weight: number;
}

/**
 * Two questions whose texts are not the same word for word. `mayContradict` is asked last: whether different answers to one
 * wording are a contradiction.
 */
export function judge(
  words: Comparison,
  { relation, weight }: Answers,
  thresholds: Thresholds,
  mayContradict: () => boolean,
): Judgement {
  if (relation === 'different') {
    const isConflict = words.saying < SAYING && isSameWording(words, thresholds.wording) && mayContradict();
    return { relation: isConflict ? 'conflict' : null, likeness: likeness(evidenceOf(words, USUAL_ANSWER)) };
  }
  const alike = alikenessOf(words, weight);
  const negated = ((words.kindsA | words.kindsB) & NEGATION) !== 0 && weight < TELLING_ANSWER;
  const isOne = mayBeOne(words) && alike >= thresholds.likeness && !negated && !isRenumbered(words);
  if (relation === 'same') return { relation: isOne ? 'near' : null, likeness: alike };
  const isVariant = (isOne && areWordedAlike(words)) || isSameWording(words, thresholds.wording);
  return { relation: isVariant ? 'answer_variant' : null, likeness: alike };
}
