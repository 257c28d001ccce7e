import { compareWords } from '../../domain/likeness/compare-words.ts';
import { judge, LEAST_SIMILARITY, leastSimilarityFor, type Thresholds } from '../../domain/likeness/judge.ts';
import { answerWeight } from '../../domain/likeness/weights.ts';
import { Allowance } from './allowance.ts';
import { BlockJoin } from './block-join.ts';
import type { KeyedCorpus } from './chunk.ts';
import type { Distinct } from './distinct.ts';
import { eachRun } from './keys.ts';
import type { Links } from './links.ts';
import type { PairRule } from './pair-rule.ts';
import type { WordSets } from './word-sets.ts';

/** Pairs of less likeness are not looked for: enough to show what lies under the threshold. */
export const SHOWN_FROM = 0.3;

/** For each question the likeness to the one with the same answer that is most like it; 0 where none came to `SHOWN_FROM`. */
export type BestLikeness = Float32Array;

export interface NearJoin {
  best: BestLikeness;
  /** Questions whose answer is so common among alike ones that they were compared with representatives alone. */
  represented: number;
}

/**
 * Finds every pair of questions with the same answer that is judged to ask the same thing: exactly, as if each were
 * compared with each. Two texts of similarity t must share one of the heavy words that make up 1 - t of their weight
 * (prefix filter: Bayardo 2007, Xiao 2008), so only texts that do are compared at all; see block-join.ts.
 */
export function joinNear(
  keyed: KeyedCorpus,
  { members }: Distinct,
  sets: WordSets,
  rule: PairRule,
  thresholds: Thresholds,
  links: Links,
): NearJoin {
  const best = new Float32Array(keyed.corpus.count);
  const join = new BlockJoin(sets);
  let represented = 0;
  const floor = Math.min(thresholds.likeness, SHOWN_FROM);
  eachRun(keyed.answers, members, (block) => {
    if (!rule.concerns(block)) return;
    const weight = answerWeight(keyed.known[block[0] ?? 0] ?? 0, block.length, members.length);
    const visit = (a: number, b: number): boolean => {
      if (!rule.allows(a, b)) return false;
      const words = compareWords(sets.of(a), sets.of(b), sets.vocabulary);
      if (words.similarity < LEAST_SIMILARITY) return false;
      const { relation, likeness } = judge(words, 'same', weight, thresholds);
      if (likeness > (best[a] ?? 0)) best[a] = likeness;
      if (likeness > (best[b] ?? 0)) best[b] = likeness;
      if (relation !== null) links.add(a, b, relation, { likeness, similarity: words.similarity });
      return relation !== null;
    };
    const bounds = { allowance: links.isFull ? Allowance.none() : new Allowance(block.length), sideOf: rule.sideOf };
    if (!join.eachCandidate(block, leastSimilarityFor(weight, floor), visit, bounds)) represented += block.length;
  });
  return { best, represented };
}
