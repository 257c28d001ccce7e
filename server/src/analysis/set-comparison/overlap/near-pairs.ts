import { DEFAULT_THRESHOLD, DEFAULT_WORDING } from '../../../domain/likeness/judge.ts';
import type { Knowledge } from '../../analysis-type.ts';
import type { KeyedCorpus } from '../../duplicates/chunk.ts';
import type { Capped } from '../../duplicates/compare.ts';
import { compareBetween } from '../../duplicates/compare-between.ts';
import { haveSameKey } from '../../duplicates/pairs/keys.ts';
import { AlikePairs, type NearPair } from './alike-pairs.ts';

export interface NearPairs {
  /** Questions of A with one in B that asks the same in other words and has the same answer, or a variant of it. */
  near: number;
  /** Questions of A with one in B that asks the same and has a different answer. */
  conflicts: number;
  /** The most similar pairs of either relation; may be incomplete. */
  pairs: readonly NearPair[];
  /** The number of pairs with different texts, listed or not. */
  inOtherWords: number;
  capped: Capped;
}

/** Judged as in `duplicates` with its defaults. At most `most` pairs of each relation are listed. */
export function findNearPairs(keyed: KeyedCorpus, { dismissed }: Knowledge, most: number): NearPairs {
  const { links, linkedBy, capped } = compareBetween(keyed, {
    thresholds: { likeness: DEFAULT_THRESHOLD, wording: DEFAULT_WORDING },
    fuzzyAnswers: true,
    dismissed,
  });
  const { count } = keyed.corpus;
  const found = { near: new AlikePairs('near', count, most), conflict: new AlikePairs('conflict', count, most) };
  let inOtherWords = 0;
  for (const link of links) {
    const relation = link.relation === 'conflict' ? 'conflict' : 'near';
    const isSameText = haveSameKey(keyed.texts, link.earlier, link.later);
    // Equal texts are part of the overlap; a variant of the answer adds nothing.
    if (isSameText && relation === 'near') continue;
    for (const { question, others } of linkedBy(link)) {
      found[relation].add(question, others, link.similarity);
      if (!isSameText) inOtherWords += others.length;
    }
  }
  return {
    near: found.near.countQuestions(),
    conflicts: found.conflict.countQuestions(),
    pairs: [...found.conflict.best(), ...found.near.best()],
    inOtherWords,
    capped,
  };
}
