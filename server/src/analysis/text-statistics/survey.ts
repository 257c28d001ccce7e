import { describeGroups, type GroupResult, sortGroups } from './groups.ts';
import { findOutliers, type Outliers } from './outliers.ts';
import type { TextStatisticsParameters } from './parameters.ts';
import type { GroupPartial, TextStatisticsPartial } from './partial.ts';
import { type WholeField, wholeField } from './whole-field.ts';

/** Everything known about a set. The result, its warnings, plots and findings present it. */
export interface Survey {
  parameters: TextStatisticsParameters;
  questions: number;
  english: number;
  /** All groups, largest first. */
  groups: readonly GroupPartial[];
  /** The listed groups. */
  described: readonly GroupResult[];
  outliers: Outliers;
  question: WholeField | null;
  answer: WholeField | null;
}

export function surveyTexts(whole: TextStatisticsPartial, parameters: TextStatisticsParameters): Survey {
  const groups = sortGroups(whole, parameters);
  return {
    parameters,
    questions: groups.reduce((sum, group) => sum + group.questions, 0),
    english: groups.reduce((sum, group) => sum + group.english, 0),
    groups,
    described: describeGroups(groups, parameters),
    outliers: findOutliers(groups, parameters),
    question: wholeField(groups, 'question_text', parameters),
    answer: wholeField(groups, 'correct_answer', parameters),
  };
}
