import type { KeyedCorpus } from '../chunk.ts';
import { keepWhere } from '../joins/keep-where.ts';
import { eachRun } from './keys.ts';
import type { Links } from './links.ts';
import type { PairRule } from './pair-rule.ts';

/** Questions that differ in text or answer: the earliest of each kind takes part in the comparison. */
export interface Distinct {
  /** In ascending order; between two sets in the order of their keys. */
  members: Uint32Array;
  /** One question per text, to count words over. */
  texts: Uint32Array;
}

/** Sets aside questions that equal another in text and answer, and links them with it. */
export function findDistinct(
  { corpus, texts, answers }: KeyedCorpus,
  present: Uint32Array,
  rule: PairRule,
  links: Links,
): Distinct {
  const aside = new Uint8Array(corpus.count);
  eachRun(texts, present, (sameText) => {
    for (const member of sameText.subarray(1)) aside[member] = SAME_TEXT;
    eachRun(answers, sameText, (same) => {
      if (!rule.concerns(same)) return same.subarray(1).forEach((member) => (aside[member] = SAME));
      const kept = [same[0] ?? 0];
      for (const member of same.subarray(1)) {
        const keeper = kept.find((one) => rule.allows(one, member));
        if (keeper === undefined) {
          kept.push(member);
          continue;
        }
        links.add(keeper, member, 'exact', { likeness: 1, similarity: 1 });
        aside[member] = SAME;
      }
    });
  });
  return {
    members: keepWhere(present, (member) => aside[member] !== SAME),
    texts: keepWhere(present, (member) => aside[member] === DIFFERENT),
  };
}

const DIFFERENT = 0;
const SAME_TEXT = 1;
const SAME = 2;
