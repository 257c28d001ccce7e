import { type LogOdds, logOdds } from '../../statistics/log-odds.ts';
import { STOP_WORDS } from '../../text-statistics/words/stop-words.ts';
import type { PairedCounts } from './paired-counts.ts';

interface Term extends LogOdds {
  term: string;
  uses_a: number;
  uses_b: number;
  per_1000_a: number;
  per_1000_b: number;
}

export interface Terms {
  /** The total of all questions. */
  words_a: number;
  words_b: number;
  /** Most distinctive first. */
  more_in_a: readonly Term[];
  more_in_b: readonly Term[];
}

/** The minimum absolute z of a distinguishing word: the 97.5th percentile of the normal distribution. */
const MIN_Z = 1.96;

/** Longer words are unreadable, and a list of them would not fit into a result. */
const MAX_TERM_LENGTH = 100;

/** Every word that distinguishes the sets. */
export function compareTerms(words: PairedCounts<string>): Terms {
  const total = words.total;
  const more_in_a: Term[] = [];
  const more_in_b: Term[] = [];
  for (const { name, a, b } of words) {
    const odds = logOdds({ a, b }, total);
    if (odds === null || Math.abs(odds.z) < MIN_Z || name.length > MAX_TERM_LENGTH) continue;
    const rates = { per_1000_a: (1000 * a) / total.a, per_1000_b: (1000 * b) / total.b };
    (odds.z > 0 ? more_in_a : more_in_b).push({ term: name, uses_a: a, uses_b: b, ...rates, ...odds });
  }
  return { words_a: total.a, words_b: total.b, more_in_a: more_in_a.sort(byZ), more_in_b: more_in_b.sort(byZ) };
}

function byZ(left: Term, right: Term): number {
  return Math.abs(right.z) - Math.abs(left.z) || (left.term < right.term ? -1 : 1);
}

/** The rest of "what's" and "don't" after the apostrophe, which separates words here. */
const REMAINS = new Set(['d', 'll', 'm', 're', 's', 't', 've']);

/** Words that say what a set is about, for findings and plots. The lists show how a set asks ("a", "how"). */
export function contentTerms(terms: readonly Term[]): Term[] {
  return terms.filter(({ term }) => !STOP_WORDS.has(term) && !REMAINS.has(term) && !/^\p{N}+$/u.test(term));
}
