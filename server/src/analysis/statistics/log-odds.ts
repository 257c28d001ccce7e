import type { CountPair } from './cliffs-delta.ts';

export interface LogOdds {
  /** Natural logarithm of the odds of the word in a over those in b; above 0 it is more frequent in a. */
  log_odds: number;
  /** Divided by its standard error; hardly chance above 1.96 or below -1.96. */
  z: number;
}

/**
 * Log-odds ratio of a word with an informative Dirichlet prior (Monroe, Colaresi and Quinn 2008). The prior has the
 * shape of both texts together and the weight of the shorter one: a word that only one of two equally long texts has
 * needs nine uses to stand out, and a short text is not drowned out by a very long one. With the raw counts of both as
 * the prior, 20 uses in 1,000 words against 20,000 in 10 million would give z = 0.2. Null if one text is empty, or
 * there is no other word.
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
