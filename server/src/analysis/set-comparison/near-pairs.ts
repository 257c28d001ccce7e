import type { Knowledge } from '../analysis-type.ts';
import type { Corpus } from '../corpus/corpus.ts';

export interface NearPair {
  /** Numbers of questions in the corpus: `a` of population 0, `b` of population 1, never the same question. */
  a: number;
  b: number;
  relation: 'near' | 'conflict';
  /** How alike the texts are, 0 to 1. */
  similarity: number;
}

export interface NearPairs {
  /** Questions of A with one in B that asks nearly the same and has the same answer. */
  near: number;
  /** Questions of A with one in B that asks the same and has another answer. */
  conflicts: number;
  /** The most alike first; need not be all. */
  pairs: readonly NearPair[];
}

export type FindNearPairs = (corpus: Corpus, knowledge: Knowledge) => NearPairs;

/** The judgement that a run uses; null where there is none: both numbers are then null. */
export const findNearPairs: FindNearPairs | null = null;
