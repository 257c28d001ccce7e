import type { Deps } from '../../deps.ts';
import { Cursors, type Pagination, readOrder } from '../../domain/http/page.ts';
import { visibilityOf } from '../../domain/questions/visibility.ts';
import { showQuestions } from '../../plugins/access/visibility.ts';
import { BODY_SEPARATOR } from '../../store/questions/page-text.ts';
import { searchKeyCount } from '../../store/questions/search.ts';
import { route } from '../route.ts';
import { linkNextPage, rejectCursorWithOffset, rejectForgedCursor } from '../shared/paging.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { pageLister } from './list/page.ts';
import { rejectLargeResult } from './read/large-result.ts';
import { isScanList } from './read/scan-price.ts';
import { rejectEmptySearch } from './read/search-words.ts';
import { readVisibleFilter, rejectHiddenFields } from './read/visible.ts';
import { ListQuery } from './schema.ts';

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
        READ_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const { limit, offset, cursor, sort, fields, ...requested } = request.query;
      rejectCursorWithOffset(cursor, offset);
      rejectHiddenFields(deps, request, fields);
      const filter = readVisibleFilter(deps, request, requested);
      // Callers who ask for changes get them in the order in which they were made, which is also that of the index.
      const order = readOrder(
        sort ?? ((filter.updated_after ?? filter.updated_before) === undefined ? 'created_at' : 'updated_at'),
      );
      const query = JSON.stringify({ filter, order });
      const cursors = new Cursors(query);
      const after = cursor === undefined ? undefined : cursors.decode(cursor, searchKeyCount(order));
      await rejectEmptySearch(deps.db.lists.pool, filter);
      await rejectLargeResult(deps.db.lists.pool, filter);
      const listed = listPage({
        query,
        filter,
        order,
        limit,
        offset: offset ?? 0,
        after,
        scan: (work) => request.scan(work),
        reserve: (bytes) => reply.reserve(bytes),
      });
      const page = await rejectForgedCursor(cursor, listed);
      const pagination: Pagination = {
        limit,
        offset: cursor === undefined ? (offset ?? 0) : null,
        ...page.total,
        has_more: page.hasMore,
        next_cursor: page.hasMore ? cursors.encode(page.lastKeys) : null,
      };
      linkNextPage(request, reply, pagination);
      if (deps.config.responseCacheMb > 0) reply.snapshot = page.snapshot;
      // For callers who may read whole questions, the page is sent as it was read.
      const whole = page.bodies === '' || (fields === undefined && visibilityOf(request.principal).copy === 'read');
      const bodies = whole
        ? page.bodies
        : (await showQuestions(reply, page.bodies.split(BODY_SEPARATOR), fields)).join(BODY_SEPARATOR);
      return reply
        .type('application/json; charset=utf-8')
        .send(Buffer.from(`{"data":[${bodies}],"pagination":${JSON.stringify(pagination)}}`));
    },
  });
};
