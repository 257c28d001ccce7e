import type { Warning } from '../analysis-type.ts';
import type { Capped } from './compare.ts';
import { MAX_REPRESENTATIVES } from './joins/representatives.ts';
import { LOOK_BACK } from './joins/wording-join.ts';
import type { Survey } from './survey.ts';

export function listWarnings({ groups, parameters: { max_pairs }, corpus, compared }: Survey): Warning[] {
  const rows = groups.reduce((sum, group) => sum + group.rows.length, 0);
  const warnings: Warning[] = [];
  if (rows > max_pairs) {
    const message = `Only the first ${max_pairs} of ${rows} pairs are kept as rows; raise max_pairs for more. All pairs are counted.`;
    warnings.push({ code: 'pairs_capped', message, count: rows - max_pairs });
  }
  let wordless = 0;
  for (let question = 0; question < corpus.count; question += 1) {
    if (corpus.texts.starts[question] === corpus.texts.starts[question + 1]) wordless += 1;
  }
  if (wordless > 0) {
    const message =
      'Texts without a letter or digit have no words to compare; they count as the same when their answers do.';
    warnings.push({ code: 'no_words', message, count: wordless });
  }
  if (compared.dismissals.count > 0) {
    const message = 'Pairs that are marked as different are left out.';
    warnings.push({ code: 'dismissed', message, count: compared.dismissals.count });
  }
  return [...warnings, ...warnOfCapped(compared.capped)];
}

/** Warns when there were too many questions to compare every pair. Every type that compares questions uses it. */
export function warnOfCapped({ represented, beyondLookBack }: Capped): Warning[] {
  const warnings: Warning[] = [];
  if (represented > 0) {
    const message = `Too many questions with the same answer are nearly the same: each was compared with at most ${MAX_REPRESENTATIVES} representatives, so some pairs may be missing.`;
    warnings.push({ code: 'comparisons_capped', message, count: represented });
  }
  if (beyondLookBack > 0) {
    const message = `More than ${LOOK_BACK} earlier questions have the same significant words and different answers: each question was compared with the nearest ${LOOK_BACK}, so some contradictions may be missing.`;
    warnings.push({ code: 'look_back_capped', message, count: beyondLookBack });
  }
  return warnings;
}
