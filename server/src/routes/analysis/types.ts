import type { TSchema } from 'typebox';
import { GLOSSARY } from '../../analysis/glossary.ts';
import { analysisTypes } from '../../analysis/index.ts';
import { wholeList } from '../../domain/http/page.ts';
import { QuestionFilter } from '../questions/schema.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';

/** Derived from the registry, so that it always matches what runs. */
export const listAnalysisTypes = () => {
  const data = analysisTypes.map((type) => ({
    analysis_type: type.name,
    title: type.title,
    description: type.description,
    parameters_schema: spellOut(type.parameters),
    result_schema: type.result,
    item_schema: type.item,
    filters: type.filters.map(({ name, description, values }) => ({ name, description, values })),
    orders: Object.keys(type.orders),
    glossary: Object.fromEntries(type.glossary.map((term) => [term, GLOSSARY[term]])),
    needs_responses: type.needsResponses,
    max_questions: type.maxQuestions,
    version: type.version,
  }));
  const pagination = wholeList(data.length);
  return route({
    method: 'GET',
    url: '/analysis/types',
    schema: {
      operationId: 'listAnalysisTypes',
      tags: ['analysis'],
      security: needs('analysis:read', 'analysis:run'),
      summary: 'The types of analysis, with the schemas of their parameters and results',
      response: responses(
        { 200: { description: 'Every type, on one page', schema: { $ref: 'AnalysisTypeList#' } }, 304: NOT_MODIFIED },
        [400, 406],
      ),
    },
    handler: async () => ({ data, pagination }),
  });
};

const FILTER = { ...QuestionFilter, $id: undefined };

/** Replaces the name of a filter of questions by its schema, because a type's schema is read on its own. */
function spellOut(schema: TSchema): object {
  const replace = (_key: string, value: unknown) => (isFilterReference(value) ? FILTER : value);
  return JSON.parse(JSON.stringify(schema, replace)) as object;
}

function isFilterReference(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '$ref' in value && value.$ref === 'QuestionFilter#';
}
