import type { WordCorpus } from '../../corpus/corpus.ts';
import type { Dismissals } from '../dismissals.ts';

/** Decides which pairs may be linked at all. */
export interface PairRule {
  allows(a: number, b: number): boolean;
  /** Whether any pair of these may be linked. */
  concerns(members: Uint32Array): boolean;
  /** Set if only members of different sides may be linked. */
  sideOf?: (member: number) => number;
}

/** A pair needs a selected question, and must not be marked as different. */
export function makePairRule({ populations }: WordCorpus, dismissals: Dismissals): PairRule {
  const isAsked = (member: number) => populations[member] === 0;
  return {
    allows: (a, b) => (isAsked(a) || isAsked(b)) && !dismissals.has(a, b),
    concerns: (members) => members.some(isAsked),
  };
}
