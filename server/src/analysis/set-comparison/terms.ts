import { type LogOdds, logOdds } from '../statistics/log-odds.ts';
import { STOP_WORDS } from '../text-statistics/stop-words.ts';
import type { PairedCounts } from './paired-counts.ts';

export interface Term extends LogOdds {
  term: string;
  uses_a: number;
  uses_b: number;
  per_1000_a: number;
  per_1000_b: number;
}

export interface Terms {
  /** Of all questions together. */
  words_a: number;
  words_b: number;
  /** The most distinguishing first. */
  more_in_a: readonly Term[];
  more_in_b: readonly Term[];
}

/** Beyond it either way a word distinguishes the sets: the 97.5th percentile of the normal distribution. */
export const LEAST_Z = 1.96;

/** What is longer is no word that anybody reads, and a list of such would not fit into a result. */
const MAX_TERM_LENGTH = 100;

/** Every word that distinguishes the sets. */
export function compareTerms(words: PairedCounts<string>): Terms {
  const total = words.total;
  const more_in_a: Term[] = [];
  const more_in_b: Term[] = [];
  for (const { name, a, b } of words) {
    const odds = logOdds({ a, b }, total);
    if (odds === null || Math.abs(odds.z) < LEAST_Z || name.length > MAX_TERM_LENGTH) continue;
    const rates = { per_1000_a: (1000 * a) / total.a, per_1000_b: (1000 * b) / total.b };
    (odds.z > 0 ? more_in_a : more_in_b).push({ term: name, uses_a: a, uses_b: b, ...rates, ...odds });
  }
  return { words_a: total.a, words_b: total.b, more_in_a: more_in_a.sort(byZ), more_in_b: more_in_b.sort(byZ) };
}

function byZ(left: Term, right: Term): number {
  return Math.abs(right.z) - Math.abs(left.z) || (left.term < right.term ? -1 : 1);
}

/** What is left of "what's" and "don't" behind the apostrophe, which separates words here. */
const REMAINS = new Set(['d', 'll', 'm', 're', 's', 't', 've']);

/** For a sentence or a picture: words that say what a set is about. How a set asks ("a", "how") is told by the lists. */
export function contentTerms(terms: readonly Term[]): Term[] {
  return terms.filter(({ term }) => !STOP_WORDS.has(term) && !REMAINS.has(term) && !/^\p{N}+$/u.test(term));
}
