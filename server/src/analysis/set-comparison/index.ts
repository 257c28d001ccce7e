import { say } from '../../domain/sentences/sentence.ts';
import type { Finished, GatheringType } from '../analysis-type.ts';
import { byMember, QUESTION_FILTERS, QUESTION_ORDERS } from '../row-filter.ts';
import { listFindings } from './findings.ts';
import { type Gathered, gatherSets } from './gathered.ts';
import { checkParameters, parametersSchema, type SetComparisonParameters } from './parameters.ts';
import { drawPlots } from './plots.ts';
import { itemSchema, resultSchema } from './result-schema.ts';
import { listRows, mentions, presentPair, RELATIONS } from './rows.ts';
import { unstated } from './set-names.ts';
import { packSet, type SetPart } from './set-part.ts';
import { differingDimensions, largestDifference, largestEffect } from './shares/highlights.ts';
import { type Survey, surveySets } from './survey.ts';
import { listWarnings } from './warnings.ts';

export type { SetComparisonParameters } from './parameters.ts';
export type { SetPart } from './set-part.ts';

/** Two sets side by side: what they share and where they differ. */
export const setComparison: GatheringType<SetComparisonParameters, SetPart> = {
  name: 'set_comparison',
  title: 'Set comparison',
  description:
    'Compares two sets of questions: which questions and texts are in both, which ask the same thing in other words or contradict each other, how their categories, levels, topics, lengths and readability differ, and which words are typical of either.',
  version: 6,
  parameters: parametersSchema,
  result: resultSchema,
  item: itemSchema,
  filters: [byMember('relation', 'Pairs of this relation', RELATIONS), ...QUESTION_FILTERS],
  orders: { similarity: { path: ['similarity'] }, ...QUESTION_ORDERS },
  columns: {
    relation: 'Relation',
    'a.question_text': 'Question of set A',
    'b.question_text': 'Question of set B',
    'a.correct_answer': 'Answer in A',
    'b.correct_answer': 'Answer in B',
  },
  identity: [['relation'], ['b', 'id']],
  glossary: [
    'Jensen-Shannon distance',
    "Cramér's V",
    "Cliff's delta",
    'Kolmogorov-Smirnov distance',
    'Flesch-Kincaid',
    'log-odds',
  ],
  dismissible: { of: 'pair' },
  needsResponses: false,
  maxQuestions: null,
  checkParameters,
  source: () => 'texts',
  others: ({ other: { question_ids, filter } }) => [
    {
      question_ids: question_ids?.map((id) => id.toLowerCase()) ?? null,
      filter: filter ?? null,
      pointer: '/other',
    },
  ],
  map(input, { near_duplicates }) {
    if (input.source !== 'texts') throw new Error(`set_comparison is computed from texts, not from ${input.source}`);
    return packSet(input.rows, near_duplicates);
  },
  async gather(parts, parameters, knowledge) {
    const gathered = await gatherSets(parts, parameters.near_duplicates);
    return finish(gathered, surveySets(gathered, parameters, knowledge));
  },
  mentions,
  presentItem: (item, question, _, mentioned) => presentPair(item, question, mentioned),
};

function finish(gathered: Gathered, survey: Survey): Finished {
  const { parameters, sizes, overlap, near, dimensions, features, terms } = survey;
  const { top_n, top_terms } = parameters;
  const rows = listRows(gathered, overlap, near);
  const result = {
    summary: summarise(survey),
    overlap: {
      same_ids: overlap.sameIds,
      exact_text: overlap.exactText.a,
      exact_text_b: overlap.exactText.b,
      share_of_a: sizes.a === 0 ? null : overlap.exactText.a / sizes.a,
      share_of_b: sizes.b === 0 ? null : overlap.exactText.b / sizes.b,
      copies: overlap.copies.a,
      copies_b: overlap.copies.b,
      near: near?.near ?? null,
      conflicts: near?.conflicts ?? null,
    },
    dimensions: dimensions.map(({ values, ...comparison }) => ({
      ...comparison,
      values_total: values.length,
      values: comparison.dimension === 'difficulty' ? values : values.slice(0, top_n),
    })),
    features,
    terms: {
      words_a: terms.words_a,
      words_b: terms.words_b,
      more_in_a_total: terms.more_in_a.length,
      more_in_b_total: terms.more_in_b.length,
      more_in_a: terms.more_in_a.slice(0, top_terms),
      more_in_b: terms.more_in_b.slice(0, top_terms),
    },
    warnings: listWarnings(survey, rows.total),
    method: say('methods.set_comparison'),
    plots: drawPlots(survey),
  };
  return { result, findings: listFindings(survey), items: rows.items };
}

function summarise({ sizes, names, overlap, dimensions, features }: Survey) {
  const [most] = differingDimensions(unstated(dimensions, names));
  const effect = largestEffect(features);
  return {
    questions_a: sizes.a,
    questions_b: sizes.b,
    same_ids: overlap.sameIds,
    exact_text: overlap.exactText.a,
    largest_difference: most === undefined ? null : largestDifference(most),
    largest_effect:
      effect === null ? null : { feature: effect.feature, cliffs_delta: effect.cliffs_delta, size: effect.size },
  };
}
