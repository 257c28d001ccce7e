import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { Cursors, MAX_CURSOR_LENGTH, type Pagination } from '../../domain/page.ts';
import { listQuestionVersions, type QuestionVersion } from '../../store/question-versions.ts';
import { linkNextPage, refuseCursorWithOffset, refuseForgedCursor } from '../paging.ts';
import { NOT_MODIFIED, READ_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { questionId, questionNotFound } from './not-found.ts';
import { pageParameters, questionPath } from './schema.ts';

const VersionsQuery = Type.Object(
  { ...pageParameters, cursor: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_CURSOR_LENGTH })) },
  { additionalProperties: false },
);

export const QuestionVersionList = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          version: Type.Integer(),
          change: Type.String({ enum: ['created', 'updated', 'deleted', 'restored'] }),
          changed_at: Type.String({ format: 'date-time' }),
          changed_by: Type.String(),
          question: Type.Unsafe<object>({ $ref: 'Question#' }),
        },
        { additionalProperties: false },
      ),
    ),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  { $id: 'QuestionVersionList', additionalProperties: false },
);

export const listVersions = (deps: Deps) =>
  route<{ Params: { id: string }; Querystring: Static<typeof VersionsQuery> }>({
    method: 'GET',
    url: '/questions/:id/versions',
    schema: {
      operationId: 'listQuestionVersions',
      tags: ['questions'],
      summary: 'Every version of a question, newest first: whole records, who and when; also of a deleted one',
      params: questionPath,
      querystring: VersionsQuery,
      response: responses(
        { 200: { description: 'A page of versions', schema: { $ref: 'QuestionVersionList#' } }, 304: NOT_MODIFIED },
        [...READ_REFUSALS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = questionId(request.params);
      const { limit, offset, cursor } = request.query;
      refuseCursorWithOffset(cursor, offset);
      const cursors = new Cursors(`versions of ${id}`);
      const before = cursor === undefined ? undefined : Number(cursors.decode(cursor, 1)[0]);
      const page = { limit: limit + 1, offset: offset ?? 0, before };
      const history = listQuestionVersions(deps.db.reads, id, page);
      const { versions: found, total } = await refuseForgedCursor(cursor, history);
      if (total === 0) throw questionNotFound(id);
      const versions = found.slice(0, limit);
      const has_more = found.length > limit;
      const pagination: Pagination = {
        limit,
        offset: cursor === undefined ? (offset ?? 0) : null,
        total,
        has_more,
        next_cursor: has_more ? cursors.encode([String(versions.at(-1)?.version)]) : null,
      };
      linkNextPage(request, reply, pagination);
      return reply
        .type('application/json; charset=utf-8')
        .send(`{"data":[${versions.map(renderVersion).join(',')}],"pagination":${JSON.stringify(pagination)}}`);
    },
  });

function renderVersion({ body, version, change, changed_at, changed_by }: QuestionVersion): string {
  return `${JSON.stringify({ version, change, changed_at, changed_by }).slice(0, -1)},"question":${body}}`;
}
