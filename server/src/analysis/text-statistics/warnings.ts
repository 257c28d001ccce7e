import type { Warning } from '../analysis-type.ts';
import { warnOfDismissed } from '../dismissed.ts';
import { wordsListed } from './groups.ts';
import type { FieldPartial } from './partial.ts';
import type { Survey } from './survey.ts';
import { WINDOW } from './words/moving-ratio.ts';
import { MIN_READABLE_WORDS } from './words/readability.ts';

/** Warns of data that the numbers do not cover, with counts. */
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
      message: 'Groups whose texts all have the same length have no outliers.',
      count: outliers.flat,
    },
    {
      code: 'items_capped',
      message: 'Not all outliers are among the items, only the most extreme of each group.',
      count: outliers.count - outliers.kept.length,
    },
    {
      code: 'outliers_capped',
      message: 'The items contain more outliers than the result.',
      count: Math.max(0, outliers.kept.length - top_n),
    },
    {
      code: 'groups_capped',
      message: 'Only the largest groups are listed.',
      count: groups.length - described.length,
    },
    {
      code: 'words_capped',
      message: `There are many groups, so each list has at most ${listed} words.`,
      count: listed < top_n ? top_n - listed : 0,
    },
  ];
  return [...warnings.filter((warning) => warning.count > 0), ...warnOfDismissed(outliers.dismissed)];
}
