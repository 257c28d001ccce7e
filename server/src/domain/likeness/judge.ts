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

/** Below this similarity two texts never count as the same question, so candidates need not be searched. */
export const MIN_SIMILARITY = 0.15;
/** From this likeness, two questions with the same answer count as the same question. */
export const DEFAULT_THRESHOLD = 0.5;
/** From this similarity, two texts have the same wording, unless something else rules it out. */
export const DEFAULT_WORDING = 0.7;

/**
 * Logistic regression on 592 labelled pairs; analysis/duplicates/labels.test.ts fits it again and evaluates it on
 * held-out pairs.
 */
export const COEFFICIENTS = {
  covered: 3.02,
  shared: 0.09,
  swapped: -0.415,
  numbers: -0.461,
  answer: 0.414,
  constant: -4.92,
};

/** Common words beyond this weight count no further: long texts share common words whatever they ask. */
export const MAX_SHARED = 50;

/** The evidence for and against two questions being one. */
interface Evidence {
  /** How much of the content of one is in the other: a clue within a longer one is fully covered. */
  covered: number;
  /** Weight of the shared words, up to `MAX_SHARED`. */
  shared: number;
  /** Both have a significant word that the other lacks: "capital of Finland", "capital of Peru". */
  swapped: number;
  /** 1 if both have a number that the other lacks. */
  numbers: number;
  /** How rare the answer is. */
  answer: number;
}

/** Different answers say nothing about the question, so an answer of average rarity is assumed. */
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

/** The probability that two questions ask the same thing, from 0 to 1. */
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
 * The same for two questions with the same answer. Texts that hardly differ are at least as alike as they are similar:
 * among thousands of nearly equal texts no word is significant, and the model was not trained on those.
 */
export function alikenessOf(words: Comparison, answerWeight: number): number {
  const modelled = likeness(evidenceOf(words, answerWeight));
  return hardlyDiffer(words) ? Math.max(modelled, words.similarity) : modelled;
}

export const HARDLY_DIFFERENT = 0.5;
/** If at most one significant word is shared, texts must share this part of all words. */
export const WITH_ONE_WORD = 0.25;

/**
 * Whether two texts have enough in common to be one question: more than one significant word, or a good part of all
 * words.
 */
export function mayBeOne(words: Comparison): boolean {
  const { similarity, significantShared } = words;
  if (similarity >= HARDLY_DIFFERENT) return true;
  return significantShared > 0 && similarity >= (significantShared > 1 ? MIN_SIMILARITY : WITH_ONE_WORD);
}

function hardlyDiffer({ similarity, swapped, kindsA, kindsB }: Comparison): boolean {
  const kinds = (kindsA | kindsB) & (NUMBER | NEGATION);
  return similarity >= HARDLY_DIFFERENT && swapped < EXCHANGED && kinds === 0;
}

/**
 * Whether two questions may reach a likeness, given upper bounds on covered and shared weight and a lower bound on the
 * swapped weight.
 */
export type Reach = (covered: number, shared: number, swapped: number) => boolean;

export function reachOf(answerWeight: number, alike: number): Reach {
  const { constant, covered: perCovered, shared: perShared, swapped: perSwapped, answer } = COEFFICIENTS;
  const wanted = Math.log(alike / (1 - alike)) - constant - answer * answerWeight;
  return (covered, shared, swapped) =>
    perCovered * covered + perShared * Math.min(MAX_SHARED, shared) + perSwapped * swapped >= wanted;
}

/** "Country" for "city" makes a different question, "what" for "which" does not. */
export const EXCHANGED = 3;
/**
 * A contradiction is only reported for texts that differ in no heavier word: "name" (1.9) is allowed, "group" (4.4) or
 * "first" are not.
 */
const SAYING = 2.5;
/**
 * A text of less weight is a phrase that fits anything: "Name the composer." weighs 7.9, "What is the capital of
 * England?" 9.9.
 */
const MIN_WEIGHT = 9;

export const isContent = (weight: number, kind: number) =>
  weight >= CONTENT || (kind & (NUMBER | NEGATION | DECISIVE)) !== 0;

/** Whether two texts have the same wording: no differing word carries meaning, and no options are meant. */
export function isSameWording(words: Comparison, least: number): boolean {
  const lone = words.kindsA | words.kindsB;
  return (
    words.similarity >= least &&
    words.lone < CONTENT &&
    words.swapped < EXCHANGED &&
    (lone & (NUMBER | NEGATION | ASKING | DECISIVE)) === 0 &&
    asksForTheSame(words) &&
    ((lone | words.kindsShared) & OPTIONS) === 0 &&
    words.weight >= MIN_WEIGHT
  );
}

/** "Who" in one text may replace "name" in the other; "in what country" may not. */
function asksForTheSame({ kindsA, kindsB }: Comparison): boolean {
  const asked = THING | NAME;
  if ((kindsA & asked) !== 0 && (kindsB & asked) !== 0) return false;
  return ((kindsA | kindsB) & WHO) === 0 || ((kindsA | kindsB) & NAME) !== 0;
}

/**
 * If answers are similar but not equal, the texts must share half of their words, or slightly less if one contains the
 * other, and must not differ in "not", a number or "first" and "third".
 */
const HALF = 0.5;
export const LESS_THAN_HALF = 0.4;
const WITHIN = 0.9;

export function areWordedAlike({ similarity, covered, swapped, kindsA, kindsB }: Comparison): boolean {
  const isWithin = similarity >= LESS_THAN_HALF && covered >= WITHIN && swapped < EXCHANGED;
  if (similarity < HALF && !isWithin) return false;
  return ((kindsA | kindsB) & NEGATION) === 0 && (kindsA & kindsB & (NUMBER | DECISIVE)) === 0;
}

/**
 * An answer of many questions says nothing about which question it belongs to, so a "not" makes a different question.
 */
export const MIN_RARE_ANSWER = 5;

/** "The champion of 2016", "the champion of 2017": if only numbers differ, equal answers are a coincidence. */
function isRenumbered({ kindsA, kindsB, loneWord }: Comparison): boolean {
  return (kindsA & kindsB & NUMBER) !== 0 && loneWord < CONTENT;
}

export const RELATIONS = ['conflict', 'exact', 'near', 'answer_variant', 'sibling'] as const;
export type Relation = (typeof RELATIONS)[number];

export interface Thresholds {
  likeness: number;
  wording: number;
}

interface Judgement {
  relation: Exclude<Relation, 'exact' | 'sibling'> | null;
  likeness: number;
}

/** What is known about two answers. */
export interface Answers {
  relation: AnswerRelation;
  /** The weight of the more common one. */
  weight: number;
}

/**
 * Judges two questions whose texts differ. `mayContradict` is called last and says whether different answers to one
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
  const negated = ((words.kindsA | words.kindsB) & NEGATION) !== 0 && weight < MIN_RARE_ANSWER;
  const isOne = mayBeOne(words) && alike >= thresholds.likeness && !negated && !isRenumbered(words);
  if (relation === 'same') return { relation: isOne ? 'near' : null, likeness: alike };
  const isVariant = (isOne && areWordedAlike(words)) || isSameWording(words, thresholds.wording);
  return { relation: isVariant ? 'answer_variant' : null, likeness: alike };
}
