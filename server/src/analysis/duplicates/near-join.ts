import { CONTENT, compareWords } from '../../domain/likeness/compare-words.ts';
import {
  HARDLY_DIFFERENT,
  judge,
  LEAST_SIMILARITY,
  mayBeOne,
  type Reach,
  reachOf,
  type Thresholds,
  WITH_ONE_WORD,
} from '../../domain/likeness/judge.ts';
import { answerWeight } from '../../domain/likeness/weights.ts';
import { Allowance } from './allowance.ts';
import { at, BlockJoin, type Reachable, ROUNDING, similarFrom } from './block-join.ts';
import type { KeyedCorpus } from './chunk.ts';
import type { Distinct } from './distinct.ts';
import { eachRunOfOrdered, orderByKey } from './keys.ts';
import type { Links } from './links.ts';
import type { PairRule } from './pair-rule.ts';
import type { WordSets } from './word-sets.ts';

/** Pairs of less likeness are not looked for: enough to show what lies under the threshold. */
export const SHOWN_FROM = 0.3;

/** In this many steps from there to 1. */
export const STEPS = 14;
export const STEP = (1 - SHOWN_FROM) / STEPS;

/**
 * For each question the step of its likeness to the one with the same answer that is most like it, from 1; 0 where none came to
 * `SHOWN_FROM`. In one byte, as nothing finer is shown.
 */
export type BestLikeness = Uint8Array;

function stepOf(likeness: number): number {
  return likeness < SHOWN_FROM ? 0 : Math.min(STEPS, 1 + Math.floor((likeness - SHOWN_FROM) / STEP));
}

export interface NearJoin {
  best: BestLikeness;
  /** How rare the answer of each question is. */
  answerWeights: Float32Array;
  /** Questions whose answer is so common among alike ones that they were compared with representatives alone. */
  represented: number;
  /** Members in the order of their answers' keys. */
  byAnswer: Uint32Array;
}

/**
 * Finds every pair of questions with the same answer that is judged to ask the same thing: exactly, as if each were
 * compared with each. What two texts have before their first shared word bounds how alike they can be (after the prefix
 * filter: Bayardo 2007, Xiao 2008), so few of them are compared at all; see block-join.ts.
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

/** The same answers do not contradict each other. */
const NEVER = () => false;

const SIMILAR = similarFrom(LEAST_SIMILARITY);
const WITH_ONE = similarFrom(WITH_ONE_WORD);
const HARDLY = similarFrom(HARDLY_DIFFERENT);

/** What `mayBeOne` asks of texts that share telling words of this weight at most: two of them, one, or none. */
function similarBy(gist: number): Reachable {
  if (gist >= 2 * CONTENT) return SIMILAR;
  return gist >= CONTENT ? WITH_ONE : HARDLY;
}

function reachableBy(reach: Reach): Reachable {
  return {
    // The heavier of two may have all that the lighter one says.
    one: (entries, entry, swapped) =>
      HARDLY.one(entries, entry, swapped) ||
      (similarBy(at(entries.gistRest, entry)).one(entries, entry, swapped) &&
        reach(1, at(entries.rest, entry), swapped)),
    both: (entries, a, b) => {
      if (HARDLY.both(entries, a, b)) return true;
      const { gistRest, gist, rest, before } = entries;
      const mostGist = Math.min(at(gistRest, a), at(gistRest, b));
      if (!similarBy(mostGist).both(entries, a, b)) return false;
      // How much of what the lighter text says the other may say: no more than either does from the word on.
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
