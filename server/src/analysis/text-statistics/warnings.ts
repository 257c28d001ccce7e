import type { Warning } from '../analysis-type.ts';
import { warnOfDismissed } from '../dismissed.ts';
import { wordsListed } from './groups.ts';
import { WINDOW } from './moving-ratio.ts';
import type { FieldPartial } from './partial.ts';
import { MIN_READABLE_WORDS } from './readability.ts';
import type { Survey } from './survey.ts';

/** What the numbers do not cover, each with how often. */
export function listWarnings({ parameters, questions, english, groups, described, outliers }: Survey): Warning[] {
  const { top_n } = parameters;
  const fields = groups.flatMap((group) => group.fields);
  const countFields = (test: (field: FieldPartial) => boolean) => fields.filter(test).length;
  const listed = wordsListed(groups.length, parameters);
  const warnings: Warning[] = [
    {
      code: 'not_english',
      message: 'Questions that are not marked as English are left out of syllables, readability and question words.',
      count: questions - english,
    },
    {
      code: 'no_words',
      message: 'Texts without a letter or digit count as 0 words and have no syllables per word.',
      count: fields.reduce((sum, field) => sum + (field.words[0] ?? 0), 0),
    },
    {
      code: 'readability_short',
      message: `Readability is null where the English texts of a group have fewer than ${MIN_READABLE_WORDS} words.`,
      count: countFields((field) => field.totals.words < MIN_READABLE_WORDS),
    },
    {
      code: 'mattr_short',
      message: `The moving type-token ratio is null where the texts of a group have fewer than ${WINDOW} words.`,
      count: countFields((field) => field.moving.windows === 0),
    },
    {
      code: 'sd_undefined',
      message: 'Standard deviations are null in groups of a single question.',
      count: groups.filter((group) => group.questions < 2).length,
    },
    {
      code: 'z_undefined',
      message: 'Where all lengths of a group are the same there are no outliers.',
      count: outliers.flat,
    },
    {
      code: 'items_capped',
      message: 'More outliers exist than are listed among the items; the most extreme of each group are.',
      count: outliers.count - outliers.kept.length,
    },
    {
      code: 'outliers_capped',
      message: 'More outliers are listed among the items than in the result.',
      count: Math.max(0, outliers.kept.length - top_n),
    },
    {
      code: 'groups_capped',
      message: 'More groups exist than are listed; the largest are.',
      count: groups.length - described.length,
    },
    {
      code: 'words_capped',
      message: `There are many groups, so each list of words has at most ${listed}.`,
      count: listed < top_n ? top_n - listed : 0,
    },
  ];
  return [...warnings.filter((warning) => warning.count > 0), ...warnOfDismissed(outliers.dismissed)];
}
