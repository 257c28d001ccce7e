import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import type { Executor } from '../../store/database/database.ts';
import { listQuestionVersions, type QuestionVersion } from '../../store/questions/versions.ts';
import { route } from '../route.ts';
import { KeysetQuery, readKeysetPage } from '../shared/keyset-list.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { examplePage } from '../shared/shared-schemas.ts';
import { changedPlanet } from './examples.ts';
import { questionId, questionNotFound } from './read/not-found.ts';
import { questionPath } from './schema.ts';

export const QuestionVersionList = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          version: Type.Integer(),
          change: Type.String({ enum: ['created', 'updated', 'deleted', 'restored'] }),
          changed_at: Type.String({ format: 'date-time' }),
          changed_by: Type.String(),
          change_id: Type.Optional(
            Type.Unsafe<string | null>({
              type: ['string', 'null'],
              format: 'uuid',
              description: 'The change set that wrote it; null for versions that are older than change sets',
            }),
          ),
          question: Type.Unsafe<object>({ $ref: 'Question#' }),
        },
        { additionalProperties: false },
      ),
    ),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'QuestionVersionList',
    additionalProperties: false,
    examples: [
      {
        data: [
          {
            version: 2,
            change: 'updated',
            changed_at: changedPlanet.updated_at,
            changed_by: 'operator',
            change_id: '01a1dcb4-4c4a-75f8-b904-7e31f36f1181',
            question: changedPlanet,
          },
        ],
        pagination: examplePage({ limit: 1, total: 2 }),
      },
    ],
  },
);

export const listVersions = (deps: Deps) =>
  route<{ Params: { id: string }; Querystring: KeysetQuery }>({
    method: 'GET',
    url: '/questions/:id/versions',
    schema: {
      operationId: 'listQuestionVersions',
      tags: ['questions'],
      security: needs('questions:read'),
      summary: 'Every version of a question, newest first, with its author and time; also of a deleted question',
      params: questionPath,
      querystring: KeysetQuery,
      response: responses(
        { 200: { description: 'A page of versions', schema: { $ref: 'QuestionVersionList#' } }, 304: NOT_MODIFIED },
        [...READ_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = questionId(request.params);
      const { rows: versions, pagination } = await readKeysetPage(request, reply, request.query, {
        name: `versions of ${id}`,
        list: async ({ limit, offset, after }) => {
          const before = after === undefined ? undefined : Number(after);
          const page = { limit, offset, before };
          const read = (db: Executor) => listQuestionVersions(db, id, page);
          const { versions: rows, total } = await request.scan(read, deps.db.reads);
          if (total === 0) throw questionNotFound(id);
          return { rows, total: { total } };
        },
        keyOf: ({ version }) => String(version),
      });
      return reply
        .type('application/json; charset=utf-8')
        .send(`{"data":[${versions.map(renderVersion).join(',')}],"pagination":${JSON.stringify(pagination)}}`);
    },
  });

function renderVersion({ body, version, change, changed_at, changed_by, change_id }: QuestionVersion): string {
  return `${JSON.stringify({ version, change, changed_at, changed_by, change_id }).slice(0, -1)},"question":${body}}`;
}
