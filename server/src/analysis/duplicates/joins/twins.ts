import { release } from '../../corpus/growing.ts';
import type { KeyedCorpus } from '../chunk.ts';
import type { Distinct } from '../pairs/distinct.ts';
import { countUp, haveSameKey, orderByKey } from '../pairs/keys.ts';
import { keepWhere } from './keep-where.ts';

/** One question of each kind, text and answer, takes part in a comparison between two sets. */
export interface Twins extends Distinct {
  /** Which sets have such a question: `FIRST`, `SECOND` or both. */
  sides: Uint8Array;
  /** All questions of the kind that a member stands for, ascending, so those of the first set come first. */
  of(member: number): Uint32Array;
}

export const FIRST = 1;
export const SECOND = 2;

/**
 * Finds equal questions within and across the sets. The order is that of the keys, so that nothing depends on which set
 * comes first.
 */
export function findTwins({ corpus, texts, answers }: KeyedCorpus): Twins {
  const byAnswer = orderByKey(answers, countUp(corpus.count));
  const ordered = orderByKey(texts, byAnswer);
  release(byAnswer);
  const places = new Uint32Array(corpus.count);
  const sides = new Uint8Array(corpus.count);
  const isSame = (a: number, b: number) => haveSameKey(texts, a, b) && haveSameKey(answers, a, b);
  const members = keepWhere(ordered, (question, place) => place === 0 || !isSame(ordered[place - 1] ?? 0, question));
  let member = 0;
  for (const [place, question] of ordered.entries()) {
    if (place === 0 || !isSame(member, question)) {
      member = question;
      places[member] = place;
    }
    sides[member] = (sides[member] ?? 0) | (corpus.populations[question] === 0 ? FIRST : SECOND);
  }
  return {
    members,
    texts: keepWhere(members, (one, place) => place === 0 || !haveSameKey(texts, members[place - 1] ?? 0, one)),
    sides,
    of(one) {
      const start = places[one] ?? 0;
      let end = start + 1;
      while (end < ordered.length && isSame(one, ordered[end] ?? 0)) end += 1;
      return ordered.subarray(start, end);
    },
  };
}
