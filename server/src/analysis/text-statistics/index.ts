import { type Sentence, say } from '../../domain/sentences/sentence.ts';
import type { Finished, FoldingType, Item, TextRow } from '../analysis-type.ts';
import { byMember, QUESTION_FILTERS, QUESTION_ORDERS } from '../row-filter.ts';
import { showQuestion } from '../shown-question.ts';
import { sumValues } from './counts/histogram.ts';
import { listFindings } from './findings.ts';
import { DIRECTIONS, MIN_FACTOR, type Outlier } from './outliers.ts';
import { FIELDS, PARAMETERS, type TextStatisticsParameters } from './parameters.ts';
import { mergePartials, type TextStatisticsPartial } from './partial.ts';
import { drawPlots } from './plots.ts';
import { ITEM, RESULT } from './result-schema.ts';
import { type Survey, surveyTexts } from './survey.ts';
import { tallyTexts } from './tally.ts';
import { listWarnings } from './warnings.ts';

export type { TextStatisticsParameters } from './parameters.ts';
export type { TextStatisticsPartial } from './partial.ts';

/** Measures how long, readable and varied a bank's texts are. */
export const textStatistics: FoldingType<TextStatisticsParameters, TextStatisticsPartial> = {
  name: 'text_statistics',
  title: 'Text statistics',
  description:
    'Describes the texts of questions and answers: their length, readability, vocabulary and question words, and lists those that are unusually long or short.',
  version: 5,
  parameters: PARAMETERS,
  result: RESULT,
  item: ITEM,
  filters: [
    byMember('field', 'Texts of this field', ['question_text', 'correct_answer']),
    byMember('direction', 'Texts that are unusually long or short', DIRECTIONS),
    ...QUESTION_FILTERS,
  ],
  orders: { z: { path: ['z'] }, characters: { path: ['characters'] }, ...QUESTION_ORDERS },
  columns: { text: 'Text', field: 'Field', direction: 'Unusually', characters: 'Characters' },
  identity: [['field']],
  glossary: [
    'Flesch-Kincaid',
    'Flesch reading ease',
    'Coleman-Liau',
    'Gunning fog',
    'smog',
    'mattr_50',
    'hapax',
    'scaled median deviation',
  ],
  dismissible: { of: 'question', about: FIELDS },
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
  const words = (field: Survey['question']) => (field === null ? 0 : sumValues(field.words));
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
      dismissed: outliers.dismissed,
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
  return { result, findings: listFindings(survey), items };
}

function presentItem({ question_id, version, body }: Item, question: TextRow | null): object {
  const outlier = JSON.parse(body) as Omit<Outlier, 'question_id' | 'version'>;
  return { question_id, version, ...outlier, text: question?.[outlier.field] ?? null, ...showQuestion(question) };
}

function describeMethod({ language, outlier_z }: TextStatisticsParameters): Sentence {
  return say('methods.text_statistics', {
    judged: language === 'en' ? 'all' : 'marked',
    factor: MIN_FACTOR,
    z: outlier_z,
  });
}
