import type { SentenceValues } from '../../domain/sentences/write.ts';
import { type Warning, warning } from '../warning.ts';
import type { Capped } from './compare.ts';
import { MAX_REPRESENTATIVES } from './joins/representatives.ts';
import { LOOK_BACK } from './joins/wording-join.ts';
import type { Survey } from './survey.ts';

const warn = (code: string, count: number, values: SentenceValues = {}) =>
  warning(code, `duplicates.${code}`, count, values);

export function listWarnings({ groups, parameters: { max_pairs }, corpus, compared }: Survey): Warning[] {
  const rows = groups.reduce((sum, group) => sum + group.rows.length, 0);
  const warnings: Warning[] = [];
  if (rows > max_pairs) warnings.push(warn('pairs_capped', rows - max_pairs, { shown: max_pairs, pairs: rows }));
  let wordless = 0;
  for (let question = 0; question < corpus.count; question += 1) {
    if (corpus.texts.starts[question] === corpus.texts.starts[question + 1]) wordless += 1;
  }
  if (wordless > 0) warnings.push(warn('no_words', wordless));
  const { dismissals, capped } = compared;
  if (dismissals.count > 0) warnings.push(warn('dismissed', dismissals.count));
  return [...warnings, ...warnOfCapped(capped)];
}

/** Warns when there were too many questions to compare every pair. Every type that compares questions uses it. */
export function warnOfCapped({ represented, beyondLookBack }: Capped): Warning[] {
  const warnings: Warning[] = [];
  if (represented > 0) warnings.push(warn('comparisons_capped', represented, { limit: MAX_REPRESENTATIVES }));
  if (beyondLookBack > 0) warnings.push(warn('look_back_capped', beyondLookBack, { limit: LOOK_BACK }));
  return warnings;
}
