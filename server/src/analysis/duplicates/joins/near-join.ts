import { CONTENT, compareWords } from '../../../domain/likeness/compare-words.ts';
import {
  HARDLY_DIFFERENT,
  judge,
  MIN_SIMILARITY,
  mayBeOne,
  type Reach,
  reachOf,
  type Thresholds,
  WITH_ONE_WORD,
} from '../../../domain/likeness/judge.ts';
import { answerWeight } from '../../../domain/likeness/weights.ts';
import type { KeyedCorpus } from '../chunk.ts';
import type { Distinct } from '../pairs/distinct.ts';
import { eachRunOfOrdered, orderByKey } from '../pairs/keys.ts';
import type { Links } from '../pairs/links.ts';
import type { PairRule } from '../pairs/pair-rule.ts';
import type { WordSets } from '../pairs/word-sets.ts';
import { Allowance } from './allowance.ts';
import { at, BlockJoin, type Reachable, ROUNDING, similarFrom } from './block-join.ts';

/** Pairs of lower likeness are not searched: this is enough to show the distribution below the threshold. */
export const SHOWN_FROM = 0.3;

/** The number of steps from `SHOWN_FROM` to 1. */
export const STEPS = 14;
export const STEP = (1 - SHOWN_FROM) / STEPS;

/**
 * For each question the step of its likeness to the most similar one with the same answer, from 1; 0 if none reached
 * `SHOWN_FROM`. One byte each, as the plot shows nothing finer.
 */
export type BestLikeness = Uint8Array;

function stepOf(likeness: number): number {
  return likeness < SHOWN_FROM ? 0 : Math.min(STEPS, 1 + Math.floor((likeness - SHOWN_FROM) / STEP));
}

interface NearJoin {
  best: BestLikeness;
  /** How rare the answer of each question is. */
  answerWeights: Float32Array;
  /** Questions whose answer is so common among similar ones that they were only compared with representatives. */
  represented: number;
  /** The members in the order of their answer keys. */
  byAnswer: Uint32Array;
}

/**
 * Finds every pair of questions with the same answer that is judged to ask the same thing, as exactly as a comparison
 * of all pairs. The words of two texts before their first shared word bound how similar they can be (after the prefix
 * filter: Bayardo 2007, Xiao 2008), so few pairs are compared at all; see block-join.ts.
 */
export function joinNear(
  keyed: KeyedCorpus,
  { members }: Distinct,
  sets: WordSets,
  rule: PairRule,
  thresholds: Thresholds,
  links: Links,
): NearJoin {
  const best = new Uint8Array(keyed.corpus.count);
  const answerWeights = new Float32Array(keyed.corpus.count);
  for (const member of members) answerWeights[member] = answerWeight(keyed.known[member] ?? 0, 1, members.length);
  const join = new BlockJoin(sets);
  let represented = 0;
  const floor = Math.min(thresholds.likeness, SHOWN_FROM);
  const byAnswer = orderByKey(keyed.answers, members);
  eachRunOfOrdered(keyed.answers, byAnswer, (block) => {
    const weight = answerWeight(keyed.known[block[0] ?? 0] ?? 0, block.length, members.length);
    for (const member of block) answerWeights[member] = weight;
    if (!rule.concerns(block)) return;
    const visit = (a: number, b: number): boolean => {
      if (!rule.allows(a, b)) return false;
      const words = compareWords(sets.of(a), sets.of(b), sets.vocabulary);
      if (!mayBeOne(words)) return false;
      const { relation, likeness } = judge(words, { relation: 'same', weight }, thresholds, NEVER);
      const step = stepOf(likeness);
      if (step > (best[a] ?? 0)) best[a] = step;
      if (step > (best[b] ?? 0)) best[b] = step;
      if (relation !== null) links.add(a, b, relation, { likeness, similarity: words.similarity });
      return relation !== null;
    };
    const bounds = { allowance: links.isFull ? Allowance.none() : new Allowance(block.length), sideOf: rule.sideOf };
    if (!join.eachCandidate(block, reachableBy(reachOf(weight, floor)), visit, bounds)) represented += block.length;
  });
  return { best, answerWeights, represented, byAnswer };
}

/** Equal answers never contradict each other. */
const NEVER = () => false;

const SIMILAR = similarFrom(MIN_SIMILARITY);
const WITH_ONE = similarFrom(WITH_ONE_WORD);
const HARDLY = similarFrom(HARDLY_DIFFERENT);

/**
 * The requirement of `mayBeOne` for texts that share at most this weight of significant words: two of them, one, or
 * none.
 */
function similarBy(gist: number): Reachable {
  if (gist >= 2 * CONTENT) return SIMILAR;
  return gist >= CONTENT ? WITH_ONE : HARDLY;
}

function reachableBy(reach: Reach): Reachable {
  return {
    // The heavier text may contain everything the lighter one says.
    one: (entries, entry, swapped) =>
      HARDLY.one(entries, entry, swapped) ||
      (similarBy(at(entries.gistRest, entry)).one(entries, entry, swapped) &&
        reach(1, at(entries.rest, entry), swapped)),
    both: (entries, a, b) => {
      if (HARDLY.both(entries, a, b)) return true;
      const { gistRest, gist, rest, before } = entries;
      const mostGist = Math.min(at(gistRest, a), at(gistRest, b));
      if (!similarBy(mostGist).both(entries, a, b)) return false;
      // An upper bound on the shared content: no more than either text has from the word on.
      const mostCovered = mostGist / Math.max(Number.MIN_VALUE, Math.min(at(gist, a), at(gist, b)));
      return reach(mostCovered, Math.min(at(rest, a), at(rest, b)), Math.min(at(before, a), at(before, b)));
    },
    sharing: (entries, a, b, common) => {
      if (HARDLY.sharing(entries, a, b, common)) return true;
      if (!similarBy(common.gist).sharing(entries, a, b, common)) return false;
      const least = Math.min(at(entries.gist, a), at(entries.gist, b)) - ROUNDING;
      return reach(common.gist / Math.max(Number.MIN_VALUE, least), common.shared, common.swapped);
    },
  };
}
