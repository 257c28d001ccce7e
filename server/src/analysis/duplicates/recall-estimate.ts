import { compareWords } from '../../domain/likeness/compare-words.ts';
import { judge, TELLING_ANSWER, type Thresholds } from '../../domain/likeness/judge.ts';
import type { KeyedCorpus } from './chunk.ts';
import { eachRunOfOrdered } from './keys.ts';
import type { PairRule } from './pair-rule.ts';
import type { WordSets } from './word-sets.ts';

/** How many of the pairs that ask the same with the same answer are told, with an interval of 95 %. */
export interface RecallEstimate {
  value: number;
  low: number;
  high: number;
  /** Pairs that it was worked out from. */
  pairs: number;
}

/**
 * Of labelled pairs with the same answer and a rare word in common (strata A and C of the shared labels), how many of each
 * band of likeness a reader took for one question. labels.test.ts counts them again.
 */
export const BANDS: readonly { from: number; duplicates: number; labelled: number }[] = [
  { from: 0, duplicates: 1, labelled: 30 },
  { from: 0.1, duplicates: 9, labelled: 24 },
  { from: 0.3, duplicates: 4, labelled: 10 },
  { from: 0.5, duplicates: 7, labelled: 7 },
  { from: 0.7, duplicates: 32, labelled: 34 },
];

/** So rare is a word that a pair of the slice shares: found in some 80 of 60,000 questions. */
const RARE = 6.5;
/** This many pairs are counted, of as many of the first members of an answer. */
const MAX_PAIRS = 50_000;
/** … and this many looked at: of ten million questions with few answers hardly a pair may share a rare word. */
const MAX_LOOKS = 5_000_000;
const MEMBERS_OF_AN_ANSWER = 60;
const STANDARD_ERRORS = 1.96;

/**
 * Takes answers in the order of their keys, which is no order at all, and of each all pairs that share a rare word, whatever
 * the join makes of them. What a reader would say of them is known by their likeness alone: the share of duplicates among
 * labelled pairs of that band. The estimate is what those come to that are told, of what all come to.
 */
export function estimateRecall(
  { answers }: KeyedCorpus,
  byAnswer: Uint32Array,
  sets: WordSets,
  rule: PairRule,
  thresholds: Thresholds,
  answerWeights: Float32Array,
): RecallEstimate | null {
  const told = new Float64Array(BANDS.length);
  const untold = new Float64Array(BANDS.length);
  let pairs = 0;
  let looks = 0;
  eachRunOfOrdered(answers, byAnswer, (block) => {
    const weight = answerWeights[block[0] ?? 0] ?? 0;
    if (pairs >= MAX_PAIRS || looks >= MAX_LOOKS || weight < TELLING_ANSWER) return;
    const some = block.subarray(0, MEMBERS_OF_AN_ANSWER);
    looks += (some.length * (some.length - 1)) / 2;
    for (const [place, b] of some.entries()) {
      for (const a of some.subarray(0, place)) {
        if (!rule.allows(a, b) || !shareRareWord(sets, a, b)) continue;
        const words = compareWords(sets.of(a), sets.of(b), sets.vocabulary);
        const { relation, likeness } = judge(words, { relation: 'same', weight }, thresholds, () => false);
        const band = bandOf(likeness);
        const counts = relation === null ? untold : told;
        counts[band] = (counts[band] ?? 0) + 1;
        pairs += 1;
      }
    }
  });
  return pairs === 0 ? null : { ...shareOf(told, untold), pairs };
}

export function bandOf(likeness: number): number {
  return BANDS.findLastIndex(({ from }) => likeness >= from);
}

/** By the delta method: what is uncertain is the share of duplicates in each band, as of so few labelled pairs. */
function shareOf(told: Float64Array, untold: Float64Array): Omit<RecallEstimate, 'pairs'> {
  // Half a pair more of each kind, as Jeffreys' prior has it: no band is known to have none.
  const shares = BANDS.map(({ duplicates, labelled }) => (duplicates + 0.5) / (labelled + 1));
  const sum = (counts: Float64Array) => counts.reduce((total, count, band) => total + count * (shares[band] ?? 0), 0);
  const all = sum(told) + sum(untold);
  const value = sum(told) / all;
  const variance = BANDS.reduce((total, { labelled }, band) => {
    const share = shares[band] ?? 0;
    const slope = ((told[band] ?? 0) * (1 - value) - (untold[band] ?? 0) * value) / all;
    return total + (slope ** 2 * share * (1 - share)) / (labelled + 2);
  }, 0);
  const error = STANDARD_ERRORS * Math.sqrt(variance);
  return { value, low: Math.max(0, value - error), high: Math.min(1, value + error) };
}

/** Words are in the order of their weight, the heaviest first. */
function shareRareWord(sets: WordSets, a: number, b: number): boolean {
  const [left, right] = [sets.of(a), sets.of(b)];
  const { weights } = sets.vocabulary;
  let [at, other] = [left.start, right.start];
  while (at < left.end && other < right.end) {
    const [word, otherWord] = [left.tokens[at] ?? 0, right.tokens[other] ?? 0];
    if ((weights[Math.min(word, otherWord)] ?? 0) < RARE) return false;
    if (word === otherWord) return true;
    if (word < otherWord) at += 1;
    else other += 1;
  }
  return false;
}
