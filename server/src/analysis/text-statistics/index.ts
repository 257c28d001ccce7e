import type { Finished, FoldingType, Item, TextRow } from '../analysis-type.ts';
import { tellFindings } from './findings.ts';
import type { Outlier } from './outliers.ts';
import { PARAMETERS, type TextStatisticsParameters } from './parameters.ts';
import { mergePartials, type TextStatisticsPartial } from './partial.ts';
import { drawPlots } from './plots.ts';
import { ITEM, RESULT } from './result-schema.ts';
import { type Survey, surveyTexts } from './survey.ts';
import { tallyTexts } from './tally.ts';
import { countTokens } from './vocabulary.ts';
import { listWarnings } from './warnings.ts';

export type { TextStatisticsParameters } from './parameters.ts';
export type { TextStatisticsPartial } from './partial.ts';

/** How long, how readable and how varied the texts of a bank are. */
export const textStatistics: FoldingType<TextStatisticsParameters, TextStatisticsPartial> = {
  name: 'text_statistics',
  title: 'Text statistics',
  description:
    'Describes the texts of questions and answers: their length, readability, vocabulary and question words, and names those that are unusually long or short.',
  version: 2,
  parameters: PARAMETERS,
  result: RESULT,
  item: ITEM,
  needsResponses: false,
  maxQuestions: null,
  source: () => 'texts',
  map(input, parameters) {
    if (input.source !== 'texts') throw new Error(`text_statistics is computed from texts, not from ${input.source}`);
    return tallyTexts(input.rows, parameters);
  },
  merge: mergePartials,
  finish: (whole, parameters) => finish(surveyTexts(whole, parameters)),
  presentItem,
};

function finish(survey: Survey): Finished {
  const { parameters, questions, english, groups, described, outliers, question, answer } = survey;
  const words = (field: Survey['question']) => (field === null ? 0 : countTokens(field.vocabulary));
  const mean = (field: Survey['question']) => (field === null ? null : words(field) / questions);
  const result = {
    summary: {
      questions,
      english_questions: english,
      groups: groups.length,
      words: words(question) + words(answer),
      mean_words_per_question: mean(question),
      mean_words_per_answer: mean(answer),
      outliers: outliers.count,
    },
    groups: described,
    outliers: outliers.kept.slice(0, parameters.top_n).map(({ version: _, ...outlier }) => outlier),
    warnings: listWarnings(survey),
    method: describeMethod(parameters),
    plots: drawPlots(survey),
  };
  const items = outliers.kept.map(({ question_id, version, ...body }) => ({
    question_id,
    version,
    body: JSON.stringify(body),
  }));
  return { result, findings: tellFindings(survey), items };
}

function presentItem({ question_id, version, body }: Item, question: TextRow | null): object {
  const outlier = JSON.parse(body) as Omit<Outlier, 'question_id' | 'version'>;
  return { question_id, version, ...outlier, text: question?.[outlier.field] ?? null };
}

function describeMethod({ language, outlier_z }: TextStatisticsParameters): string {
  const judged = language === 'en' ? 'all texts, taken for English' : 'questions marked as English';
  return (
    'Characters are Unicode code points, words runs of letters and digits; percentiles by nearest rank, standard deviation with n - 1. ' +
    `Syllables, readability and question words over ${judged}, the formulae over the totals of a group: on a single short question they are noise, so only groups are judged, and none under 100 words. ` +
    `Type-token ratio as the mean over all windows of 50 words in the order of the bank. Outliers lie at least ${outlier_z} standard deviations from the mean of their group.`
  );
}
