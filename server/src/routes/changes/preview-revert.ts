import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { CategoryCatalogue } from '../../domain/categories.ts';
import { previewRevert as preview } from '../../operations/changes/preview-revert.ts';
import { listCategories } from '../../store/categories/categories.ts';
import { findChange } from '../../store/changes/changes.ts';
import type { Executor } from '../../store/database/database.ts';
import { route } from '../route.ts';
import { principalOf } from '../shared/principal.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { changeId, changeNotFound, changePath, includeChanged } from './schema.ts';
import { findEndedCategory } from './shared/reopen-category.ts';

const PreviewQuery = Type.Object(
  {
    ...includeChanged,
    after: Type.Optional(Type.Integer({ minimum: 0, description: '`next_after` of the previous preview' })),
  },
  { additionalProperties: false },
);

export const previewRevert = (deps: Deps) =>
  route<{ Params: { id: string }; Querystring: Static<typeof PreviewQuery> }>({
    method: 'GET',
    url: '/changes/:id/revert',
    schema: {
      operationId: 'previewRevert',
      tags: ['changes'],
      security: needs('questions:read'),
      summary:
        'What reverting a change would do now: how many questions, and which it would leave alone. Changes nothing',
      params: changePath,
      querystring: PreviewQuery,
      response: responses(
        {
          200: {
            description: 'A part of the preview, which continues at `next_after`; the numbers of all parts add up',
            schema: { $ref: 'RevertPreview#' },
          },
          304: NOT_MODIFIED,
        },
        [...READ_REJECTIONS, 404],
      ),
    },
    handler: async (request) => {
      const id = changeId(request.params);
      const { after = 0, include_changed: isIncluded = false } = request.query;
      const read = async (db: Executor) => {
        const change = await findChange(db, id);
        if (change === undefined) throw changeNotFound(id);
        const all = await listCategories(db);
        const ended = await findEndedCategory(db, change, new CategoryCatalogue(all));
        const categories = new CategoryCatalogue(ended === undefined ? all : [...all, { id: 0, name: ended }]);
        const plan = { actor: principalOf(request), now: deps.now(), categories, includeChanged: isIncluded };
        return preview(db, { id, after, ...plan });
      };
      return request.scan(read, deps.db.reads);
    },
  });
