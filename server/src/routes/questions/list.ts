import type { Deps } from '../../deps.ts';
import { Cursors, type Pagination, readOrder } from '../../domain/page.ts';
import { readFilter } from '../../domain/question-filter.ts';
import { withAnswersHidden } from '../../plugins/hidden-answers.ts';
import { BODY_SEPARATOR } from '../../store/question-page-text.ts';
import { searchKeyCount } from '../../store/question-search.ts';
import { linkNextPage, refuseCursorWithOffset, refuseForgedCursor } from '../paging.ts';
import { hidesAnswers } from '../principal.ts';
import { NOT_MODIFIED, READ_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { refuseHiddenFields } from './hidden-fields.ts';
import { pageLister } from './list-page.ts';
import { isScanList } from './scan-price.ts';
import { ListQuery } from './schema.ts';
import { refuseEmptySearch } from './search-words.ts';

export const listQuestions = (deps: Deps) => {
  const listPage = pageLister(deps);
  return route<{ Querystring: ListQuery }>({
    method: 'GET',
    url: '/questions',
    config: { cached: true, extraCost: (_body, query) => (isScanList(query) ? deps.config.costScan : 0) },
    schema: {
      operationId: 'listQuestions',
      tags: ['questions'],
      security: needs('questions:read', 'questions:play'),
      summary: 'Retrieve questions matching criteria',
      querystring: ListQuery,
      response: responses(
        { 200: { description: 'A page of questions', schema: { $ref: 'QuestionList#' } }, 304: NOT_MODIFIED },
        READ_REFUSALS,
      ),
    },
    handler: async (request, reply) => {
      const { limit, offset, cursor, sort, fields, ...requested } = request.query;
      refuseCursorWithOffset(cursor, offset);
      refuseHiddenFields(deps, request, fields);
      const filter = readFilter(requested, deps.categories.current);
      // Who asks for changes gets them in the order they were made: it is also the one that an index has.
      const order = readOrder(sort ?? (filter.updated_after === undefined ? 'created_at' : 'updated_at'));
      const query = JSON.stringify({ filter, order });
      const cursors = new Cursors(query);
      const after = cursor === undefined ? undefined : cursors.decode(cursor, searchKeyCount(order));
      await refuseEmptySearch(deps.db.lists.pool, filter);
      const listed = listPage({
        query,
        filter,
        order,
        limit,
        offset: offset ?? 0,
        after,
        fields,
        scan: (work) => request.scan(work),
        reserve: (bytes) => reply.reserve(bytes),
      });
      const page = await refuseForgedCursor(cursor, listed);
      const pagination: Pagination = {
        limit,
        offset: cursor === undefined ? (offset ?? 0) : null,
        ...page.total,
        has_more: page.hasMore,
        next_cursor: page.hasMore ? cursors.encode(page.lastKeys) : null,
      };
      linkNextPage(request, reply, pagination);
      if (deps.config.responseCacheMb > 0) reply.snapshot = page.snapshot;
      const bodies =
        hidesAnswers(request) && page.bodies !== ''
          ? (await withAnswersHidden(reply, page.bodies.split(BODY_SEPARATOR))).join(BODY_SEPARATOR)
          : page.bodies;
      return reply
        .type('application/json; charset=utf-8')
        .send(Buffer.from(`{"data":[${bodies}],"pagination":${JSON.stringify(pagination)}}`));
    },
  });
};
