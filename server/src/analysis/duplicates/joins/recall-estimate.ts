import { compareWords } from '../../../domain/likeness/compare-words.ts';
import { judge, MIN_RARE_ANSWER, type Thresholds } from '../../../domain/likeness/judge.ts';
import type { KeyedCorpus } from '../chunk.ts';
import { eachRunOfOrdered } from '../pairs/keys.ts';
import type { PairRule } from '../pairs/pair-rule.ts';
import type { WordSets } from '../pairs/word-sets.ts';

/** The share of the pairs with the same question and answer that are found, with its 95% interval. */
export interface RecallEstimate {
  value: number;
  low: number;
  high: number;
  /** The number of pairs that it is based on. */
  pairs: number;
}

/**
 * The number of labelled pairs with the same answer and a rare word in common (strata A and C of the shared labels),
 * and how many of them a reader took for one question, per band of likeness. labels.test.ts checks the counts.
 */
export const BANDS: readonly { from: number; duplicates: number; labelled: number }[] = [
  { from: 0, duplicates: 1, labelled: 30 },
  { from: 0.1, duplicates: 9, labelled: 24 },
  { from: 0.3, duplicates: 4, labelled: 10 },
  { from: 0.5, duplicates: 7, labelled: 7 },
  { from: 0.7, duplicates: 32, labelled: 34 },
];

/** The minimum weight of the shared rare word, which occurs in about 80 of 60,000 questions. */
const RARE = 6.5;
/** The maximum number of pairs to count, among at most this many first members of an answer. */
const MAX_PAIRS = 50_000;
/**
 * The maximum number of pairs to examine: among ten million questions with few distinct answers, hardly any pair may
 * share a rare word.
 */
const MAX_LOOKS = 5_000_000;
const MAX_MEMBERS_PER_ANSWER = 60;
const STANDARD_ERRORS = 1.96;

/**
 * Goes through the answers in the order of their keys, which is arbitrary, and takes all pairs of each answer that
 * share a rare word, whatever the join made of them. Their likeness alone gives the probability that a reader would
 * call them duplicates: the share of duplicates among labelled pairs of that band. The estimate is the expected number
 * of duplicates among the found pairs over that among all pairs.
 */
export function estimateRecall(
  { answers }: KeyedCorpus,
  byAnswer: Uint32Array,
  sets: WordSets,
  rule: PairRule,
  thresholds: Thresholds,
  answerWeights: Float32Array,
): RecallEstimate | null {
  const found = new Float64Array(BANDS.length);
  const missed = new Float64Array(BANDS.length);
  let pairs = 0;
  let looks = 0;
  eachRunOfOrdered(answers, byAnswer, (block) => {
    const weight = answerWeights[block[0] ?? 0] ?? 0;
    if (pairs >= MAX_PAIRS || looks >= MAX_LOOKS || weight < MIN_RARE_ANSWER) return;
    const some = block.subarray(0, MAX_MEMBERS_PER_ANSWER);
    looks += (some.length * (some.length - 1)) / 2;
    for (const [place, b] of some.entries()) {
      for (const a of some.subarray(0, place)) {
        if (!rule.allows(a, b) || !shareRareWord(sets, a, b)) continue;
        const words = compareWords(sets.of(a), sets.of(b), sets.vocabulary);
        const { relation, likeness } = judge(words, { relation: 'same', weight }, thresholds, () => false);
        const band = bandOf(likeness);
        const counts = relation === null ? missed : found;
        counts[band] = (counts[band] ?? 0) + 1;
        pairs += 1;
      }
    }
  });
  return pairs === 0 ? null : { ...shareOf(found, missed), pairs };
}

export function bandOf(likeness: number): number {
  return BANDS.findLastIndex(({ from }) => likeness >= from);
}

/** Uses the delta method. The share of duplicates in each band is uncertain, since few pairs are labelled. */
function shareOf(found: Float64Array, missed: Float64Array): Omit<RecallEstimate, 'pairs'> {
  // Half a pair is added to each kind, as in Jeffreys' prior, so that no band is certain to have none.
  const shares = BANDS.map(({ duplicates, labelled }) => (duplicates + 0.5) / (labelled + 1));
  const sum = (counts: Float64Array) => counts.reduce((total, count, band) => total + count * (shares[band] ?? 0), 0);
  const all = sum(found) + sum(missed);
  const value = sum(found) / all;
  const variance = BANDS.reduce((total, { labelled }, band) => {
    const share = shares[band] ?? 0;
    const slope = ((found[band] ?? 0) * (1 - value) - (missed[band] ?? 0) * value) / all;
    return total + (slope ** 2 * share * (1 - share)) / (labelled + 2);
  }, 0);
  const error = STANDARD_ERRORS * Math.sqrt(variance);
  return { value, low: Math.max(0, value - error), high: Math.min(1, value + error) };
}

/** Words are sorted by weight, heaviest first. */
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
