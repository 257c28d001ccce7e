import type { SentenceValues } from '../../domain/sentences/write.ts';
import { warnOfDismissed } from '../dismissed.ts';
import { type Warning, warning } from '../warning.ts';
import { wordsListed } from './groups.ts';
import type { FieldPartial } from './partial.ts';
import type { Survey } from './survey.ts';
import { WINDOW } from './words/moving-ratio.ts';
import { MIN_READABLE_WORDS } from './words/readability.ts';

const warn = (code: string, count: number, values: SentenceValues = {}) =>
  warning(code, `text_statistics.${code}`, count, values);

/** Warns of data that the numbers do not cover, with counts. */
export function listWarnings({ parameters, questions, english, groups, described, outliers }: Survey): Warning[] {
  const { top_n } = parameters;
  const fields = groups.flatMap((group) => group.fields);
  const countFields = (test: (field: FieldPartial) => boolean) => fields.filter(test).length;
  const listed = wordsListed(groups.length, parameters);
  const warnings = [
    warn('not_english', questions - english),
    warn(
      'no_words',
      fields.reduce((sum, field) => sum + (field.words[0] ?? 0), 0),
    ),
    warn(
      'readability_short',
      countFields((field) => field.totals.words < MIN_READABLE_WORDS),
      { words: MIN_READABLE_WORDS },
    ),
    warn(
      'mattr_short',
      countFields((field) => field.moving.windows === 0),
      { words: WINDOW },
    ),
    warn('sd_undefined', groups.filter((group) => group.questions < 2).length),
    warn('z_undefined', outliers.flat),
    warn('items_capped', outliers.count - outliers.kept.length),
    warn('outliers_capped', Math.max(0, outliers.kept.length - top_n)),
    warn('groups_capped', groups.length - described.length),
    warn('words_capped', listed < top_n ? top_n - listed : 0, { words: listed }),
  ];
  return [...warnings.filter(({ count }) => count > 0), ...warnOfDismissed(outliers.dismissed)];
}
