import type { Deps } from '../../deps.ts';
import { decodeCursor, encodeCursor, type Order, type Pagination, readOrder } from '../../domain/page.ts';
import type { QuestionField } from '../../domain/question.ts';
import { type QuestionFilter, readFilter } from '../../domain/question-filter.ts';
import { searchKeyCount } from '../../store/question-search.ts';
import { linkNextPage, refuseCursorWithOffset } from '../paging.ts';
import { NOT_MODIFIED, READ_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { findPage, findTotal } from './find-page.ts';
import { ListQuery } from './schema.ts';
import { refuseEmptySearch } from './search-words.ts';

export const listQuestions = (deps: Deps) =>
  route<{ Querystring: ListQuery }>({
    method: 'GET',
    url: '/questions',
    schema: {
      operationId: 'listQuestions',
      tags: ['questions'],
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
      const categories = deps.categories.current;
      const filter = readFilter(requested, categories);
      const order = readOrder(sort);
      const after = cursor === undefined ? undefined : decodeCursor({ filter, order }, cursor, searchKeyCount(order));
      await refuseEmptySearch(deps.db.reads, filter);
      const [found, total] = await Promise.all([
        findPage(deps.db.reads, filter, order, categories, { limit: limit + 1, offset: offset ?? 0, after }),
        findTotal(deps.db.reads, filter, categories),
      ]);
      const rows = found.slice(0, limit);
      const pagination: Pagination = {
        limit,
        offset: cursor === undefined ? (offset ?? 0) : null,
        ...total,
        has_more: found.length > limit,
        next_cursor: found.length > limit ? nextCursor(filter, order, rows.at(-1)?.keys) : null,
      };
      linkNextPage(request, reply, pagination);
      const bodies =
        fields === undefined ? rows.map((row) => row.body) : rows.map((row) => pickFields(row.body, fields));
      return reply
        .type('application/json; charset=utf-8')
        .send(`{"data":[${bodies.join(',')}],"pagination":${JSON.stringify(pagination)}}`);
    },
  });

function nextCursor(filter: QuestionFilter, order: Order, keys: readonly string[] | undefined): string {
  return encodeCursor({ filter, order }, keys ?? []);
}

function pickFields(body: string, fields: readonly QuestionField[]): string {
  return JSON.stringify(JSON.parse(body), fields as string[]);
}
