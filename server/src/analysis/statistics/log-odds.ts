import type { CountPair } from './cliffs-delta.ts';

export interface LogOdds {
  /** Natural logarithm of the odds of the word in a against those in b; above 0 it is more frequent in a. */
  log_odds: number;
  /** Divided by its standard error: beyond 1.96 either way hardly chance. */
  z: number;
}

/**
 * Log-odds ratio of a word with an informative Dirichlet prior (Monroe, Colaresi and Quinn 2008).
 * The prior has the shape of both texts together and the weight of the shorter one: of two equally long texts a word
 * that only one has needs nine uses to stand out, and a short text beside a very long one still speaks for itself.
 * With the raw counts of both as prior, 20 uses in 1,000 words against 20,000 in 10 million would be z = 0.2.
 * Null when one text is empty, or there is no other word.
 */
export function logOdds(uses: CountPair, total: CountPair): LogOdds | null {
  const all = total.a + total.b;
  if (total.a === 0 || total.b === 0 || uses.a + uses.b === all) return null;
  const priorTotal = Math.min(total.a, total.b);
  const prior = (priorTotal * (uses.a + uses.b)) / all;
  const [a, b] = [uses.a + prior, uses.b + prior];
  if (a === 0) return null;
  const log_odds = Math.log(a / (total.a + priorTotal - a)) - Math.log(b / (total.b + priorTotal - b));
  return { log_odds, z: log_odds / Math.sqrt(1 / a + 1 / b) };
}
