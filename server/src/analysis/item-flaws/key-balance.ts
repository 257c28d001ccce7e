import type { Finding } from '../finding.ts';
import type { TrueFalse } from './result.ts';

/** Nothing is reported for fewer answers. */
const MIN_KEYS = 50;
/** The minimum share of the more frequent answer that matters to a player who always gives it. */
const MIN_SHARE = 0.55;
/** Standard deviations from one half: by chance one bank in a thousand is this far off, in either direction. */
const MIN_Z = 3.29;

/**
 * Reports an imbalance of true and false answers, which players could exploit. It concerns the bank, so no question is
 * flagged.
 */
export function describeKeyBalance({ true: affirmative, false: negative }: TrueFalse): Finding[] {
  const keys = affirmative + negative;
  const more = Math.max(affirmative, negative);
  if (keys < MIN_KEYS || more / keys < MIN_SHARE) return [];
  // The normal approximation of the binomial, with a continuity correction of half a question.
  if ((more - keys / 2 - 0.5) / (Math.sqrt(keys) / 2) < MIN_Z) return [];
  return [
    {
      severity: 'info',
      code: 'item_flaws.key_balance',
      values: { share: more / keys, questions: keys, more: affirmative > negative ? 'true' : 'false' },
      count: null,
      rows: null,
    },
  ];
}
