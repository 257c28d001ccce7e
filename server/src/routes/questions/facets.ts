import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import type { CategoryCatalogue } from '../../domain/categories.ts';
import { filterCells } from '../../domain/questions/cells.ts';
import { presentFacets } from '../../domain/questions/facets.ts';
import { isTopicFilter, type QuestionFilter } from '../../domain/questions/filter.ts';
import type { Executor } from '../../store/database/database.ts';
import { countTopicsByScan } from '../../store/questions/search.ts';
import { countFullestTopics } from '../../store/questions/topic-counts.ts';
import { route } from '../route.ts';
import { defaulted } from '../shared/defaulted.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { facets } from './examples.ts';
import { rejectLargeResult } from './read/large-result.ts';
import { isScanFacets } from './read/scan-price.ts';
import { rejectEmptySearch } from './read/search-words.ts';
import { readVisibleFilter } from './read/visible.ts';
import { filterParameters, memberParameters } from './schema.ts';

const FacetsQuery = Type.Object(
  {
    ...filterParameters,
    ...memberParameters,
    topic_limit: defaulted(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        default: 100,
        description: 'Topics listed in each category, largest first',
      }),
    ),
  },
  { additionalProperties: false },
);

const level = { difficulty: Type.Integer(), name: Type.String(), total: Type.Integer() };

export const QuestionFacets = Type.Object(
  {
    total: Type.Integer(),
    categories: Type.Array(
      Type.Object(
        {
          category: Type.String(),
          total: Type.Integer(),
          difficulties: Type.Array(Type.Object(level, { additionalProperties: false })),
          topic_count: Type.Integer({ description: 'The number of topics, listed or not' }),
          topics: Type.Array(
            Type.Object(
              {
                topic_focus: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null: no topic' }),
                total: Type.Integer(),
                difficulties: Type.Array(Type.Object(level, { additionalProperties: false })),
              },
              { additionalProperties: false },
            ),
          ),
        },
        { additionalProperties: false },
      ),
    ),
  },
  { $id: 'QuestionFacets', additionalProperties: false, examples: [facets] },
);

export const getFacets = (deps: Deps) =>
  route<{ Querystring: Static<typeof FacetsQuery> }>({
    method: 'GET',
    url: '/questions/facets',
    config: { extraCost: (_body, query) => (isScanFacets(query) ? deps.config.costScan : 0) },
    schema: {
      operationId: 'getQuestionFacets',
      tags: ['questions'],
      security: needs('questions:read', 'questions:play'),
      summary: 'Exact counts of category × difficulty × topic for any filter, zero-filled',
      querystring: FacetsQuery,
      response: responses(
        { 200: { description: 'The counts', schema: { $ref: 'QuestionFacets#' } }, 304: NOT_MODIFIED },
        READ_REJECTIONS,
      ),
    },
    handler: async (request) => {
      const { topic_limit, ...requested } = request.query;
      const categories = deps.categories.current;
      const filter = readVisibleFilter(deps, request, requested);
      await rejectEmptySearch(deps.db.lists.pool, filter);
      await rejectLargeResult(deps.db.lists.pool, filter);
      const counts = await request.scan((db) => countByTopic(db, filter, categories, topic_limit));
      const wanted = new Set(filter.category?.map((name) => categories.require(name)) ?? categories.all);
      return presentFacets(counts, [...wanted], filter.difficulty);
    },
  });

function countByTopic(db: Executor, filter: QuestionFilter, categories: CategoryCatalogue, topicLimit: number) {
  return isTopicFilter(filter)
    ? countFullestTopics(db, filterCells(filter, categories), filter.topic_focus, topicLimit)
    : countTopicsByScan(db, filter, categories, topicLimit);
}
