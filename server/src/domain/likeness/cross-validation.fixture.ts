import { areWordedAlike, DEFAULT_WORDING, evidenceOf, judge } from './judge.ts';
import type { LabelledPair } from './labelled-pairs.fixture.ts';
import { fitLogistic, type Logistic, probability } from './logistic.fixture.ts';

/** The number of pairs called duplicates correctly, incorrectly, and missed. */
export interface Tally {
  right: number;
  hits: number;
  alarms: number;
  misses: number;
}

export const precisionOf = ({ hits, alarms }: Tally) => hits / (hits + alarms);
export const recallOf = ({ hits, misses }: Tally) => hits / (hits + misses);
export const accuracyOf = (tally: Tally) => tally.right / (tally.right + tally.alarms + tally.misses);

function featuresOf({ words, answers }: LabelledPair): number[] {
  const { covered, shared, swapped, numbers, answer } = evidenceOf(words, answers.weight);
  return [covered, shared, swapped, numbers, answer];
}

/** Likeness can only be fitted to pairs with equal answers. */
export function fitPairs(pairs: readonly LabelledPair[]): Logistic {
  const agreeing = pairs.filter(
    ({ words, answers }) => answers.relation === 'same' || (answers.relation === 'alike' && areWordedAlike(words)),
  );
  return fitLogistic(agreeing.map((pair) => ({ features: featuresOf(pair), yes: pair.duplicate })));
}

/**
 * The likeness with these coefficients, 0 if another rule excludes the pair; for different answers the verdict on the
 * wording.
 */
function scoreOf(pair: LabelledPair, fitted: Logistic): number {
  const thresholds = { likeness: 0, wording: DEFAULT_WORDING };
  const { relation } = judge(pair.words, pair.answers, thresholds, () => pair.mayContradict);
  if (relation === null) return 0;
  return relation === 'conflict' ? 1 : probability(fitted, featuresOf(pair));
}

/** Whether the constants in use call a pair a duplicate. */
export function isCalled({ words, answers, mayContradict }: LabelledPair, threshold: number): boolean {
  const thresholds = { likeness: threshold, wording: DEFAULT_WORDING };
  return judge(words, answers, thresholds, () => mayContradict).relation !== null;
}

export function tally(pairs: readonly LabelledPair[], fitted: Logistic, threshold: number): Tally {
  const counted: Tally = { right: 0, hits: 0, alarms: 0, misses: 0 };
  for (const pair of pairs) {
    const called = scoreOf(pair, fitted) >= threshold;
    if (called === pair.duplicate) counted.right += 1;
    if (called && pair.duplicate) counted.hits += 1;
    if (called && !pair.duplicate) counted.alarms += 1;
    if (!called && pair.duplicate) counted.misses += 1;
  }
  return counted;
}

/** The smallest threshold that reaches this precision. */
export function strictThreshold(pairs: readonly LabelledPair[], fitted: Logistic, precision: number): number {
  const scored = pairs.map((pair) => ({ score: scoreOf(pair, fitted), duplicate: pair.duplicate }));
  scored.sort((one, other) => other.score - one.score);
  let threshold = 1;
  let hits = 0;
  for (const [index, { score, duplicate }] of scored.entries()) {
    if (duplicate) hits += 1;
    const isLast = scored[index + 1]?.score !== score;
    if (isLast && score > 0 && hits / (index + 1) >= precision) threshold = score;
  }
  return threshold;
}

/** Calls `judgeFold` with training and held-out pairs, five times per seed; no question is in both. */
export function crossValidate(
  pairs: readonly LabelledPair[],
  seeds: readonly number[],
  judgeFold: (training: readonly LabelledPair[], heldOut: readonly LabelledPair[]) => Tally,
): Tally[] {
  return seeds.map((seed) => {
    const mixed = shuffle([...Map.groupBy(pairs, ({ component }) => component).values()], seed);
    const sum: Tally = { right: 0, hits: 0, alarms: 0, misses: 0 };
    for (let fold = 0; fold < FOLDS; fold += 1) {
      const counted = judgeFold(
        mixed.filter((_, index) => index % FOLDS !== fold).flat(),
        mixed.filter((_, index) => index % FOLDS === fold).flat(),
      );
      for (const name of ['right', 'hits', 'alarms', 'misses'] as const) sum[name] += counted[name];
    }
    return sum;
  });
}

const FOLDS = 5;

/** Fisher-Yates, with a small random generator. */
function shuffle<Value>(values: readonly Value[], seed: number): Value[] {
  const mixed = [...values];
  let state = seed;
  for (let last = mixed.length - 1; last > 0; last -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (last + 1));
    [mixed[last], mixed[other]] = [mixed[other] as Value, mixed[last] as Value];
  }
  return mixed;
}
