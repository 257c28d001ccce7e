import { FLAW_RULES } from '../../domain/flaws/lint.ts';
import { questionFlaws } from '../../domain/questions/features.ts';
import type { FoldingType } from '../analysis-type.ts';
import { QUESTION_FILTERS, QUESTION_ORDERS } from '../row-filter.ts';
import { hasRule } from './chosen-rules.ts';
import { ROW_FILTERS } from './filters.ts';
import { findings } from './findings.ts';
import { presentFlags, rankFlaws, rankItems } from './items.ts';
import { judged } from './judged.ts';
import { type FlawParameters, isUsualLint, parametersSchema } from './parameters.ts';
import { itemSchema, resultSchema } from './result-schema.ts';
import { surveyFlaws } from './survey.ts';
import { mergeTallies, type Tally, tallyRows } from './tally.ts';

export type { FlawParameters } from './parameters.ts';

/** Which questions break rules of item writing, and what is wrong with their answers. */
export const itemFlaws: FoldingType<FlawParameters, Tally> = {
  name: 'item_flaws',
  title: 'Item flaws',
  description:
    'Checks every question and answer against rules of item writing: answers given away, missing options, negative or vague wording, damaged text, answers that cannot be checked.',
  version: 6,
  parameters: parametersSchema,
  result: resultSchema,
  item: itemSchema,
  filters: [...ROW_FILTERS, ...QUESTION_FILTERS],
  orders: QUESTION_ORDERS,
  columns: { question_text: 'Question', correct_answer: 'Answer', category: 'Category', flags: 'Flags' },
  identity: null,
  glossary: [],
  dismissible: {
    of: 'question',
    about: FLAW_RULES.map(({ id }) => id),
    saidOf: (question) => {
      const { flaws } = questionFlaws(question);
      return FLAW_RULES.filter((rule) => hasRule(flaws, rule)).map(({ id }) => id);
    },
  },
  needsResponses: false,
  maxQuestions: null,
  source: (parameters) => (isUsualLint(parameters) ? 'flaws' : 'texts'),
  map: (input, parameters) => tallyRows(judged(input, parameters), parameters),
  merge: mergeTallies,
  finish(whole, parameters) {
    const result = surveyFlaws(whole, parameters);
    return { result, findings: findings(result), items: [] };
  },
  rankFlaws,
  mapItems: (input, parameters) => rankItems(judged(input, parameters), parameters),
  presentItem: presentFlags,
};
