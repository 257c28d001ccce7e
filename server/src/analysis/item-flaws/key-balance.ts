import type { Finding } from '../finding.ts';
import { numbered, percent } from '../wording.ts';
import type { TrueFalse } from './result.ts';

/** Of fewer nothing is said. */
const MIN_KEYS = 50;
/** Whoever always says the more frequent one is right in so large a share, or it does not matter. */
const MIN_SHARE = 0.55;
/** Standard deviations from half: by chance one bank in a thousand is as far, in either direction. */
const MIN_Z = 3.29;

/** What a player gains who has noticed that most answers are true, or false. A matter of the bank: no question is flagged. */
export function tellKeyBalance({ true: affirmative, false: negative }: TrueFalse): Finding[] {
  const keys = affirmative + negative;
  const more = Math.max(affirmative, negative);
  if (keys < MIN_KEYS || more / keys < MIN_SHARE) return [];
  // The normal approximation of the binomial, with half a question of correction for continuity.
  if ((more - keys / 2 - 0.5) / (Math.sqrt(keys) / 2) < MIN_Z) return [];
  const word = affirmative > negative ? 'true or yes' : 'false or no';
  const rare = affirmative > negative ? 'false' : 'true';
  return [
    {
      severity: 'info',
      text: `Of ${numbered(keys)} true-or-false questions ${percent(more / keys)} are ${word}: whoever always says so beats chance.`,
      next_step: `Turn some of them round, or add questions whose answer is ${rare}, until the answers are about even.`,
      count: null,
      rows: null,
    },
  ];
}
