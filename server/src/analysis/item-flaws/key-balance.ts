import type { Finding } from '../finding.ts';
import { numbered, percent } from '../wording.ts';
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
  const word = affirmative > negative ? 'true or yes' : 'false or no';
  const rare = affirmative > negative ? 'false' : 'true';
  return [
    {
      severity: 'info',
      text: `${percent(more / keys)} of ${numbered(keys)} true-or-false questions are ${word}: a player who always says so beats chance.`,
      next_step: `Reverse some of them, or add questions whose answer is ${rare}, until the answers are about even.`,
      count: null,
      rows: null,
    },
  ];
}
