import type { Deps } from '../../deps.ts';
import { closeCategory } from '../../store/categories/categories.ts';
import { inTransaction } from '../../store/database/database.ts';
import { route } from '../route.ts';
import { requireSameContent } from '../shared/if-match.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { type CategoryRequest, categoryPath } from './schema.ts';
import {
  addCategory,
  categoryExists,
  lockCatalogue,
  mergeInto,
  requireChangeable,
  requireQuota,
} from './shared/change.ts';
import { presentCategory } from './shared/present.ts';
import { sendMerge } from './shared/send-merge.ts';

/** A new category takes over the questions of the old one, because other nodes may rely on the name of an id. */
export const renameCategory = (deps: Deps) =>
  route<{ Params: { name: string }; Body: CategoryRequest }>({
    method: 'PATCH',
    url: '/categories/:name',
    schema: {
      operationId: 'renameCategory',
      tags: ['categories'],
      security: needs('categories:manage'),
      summary: 'Rename a category; its questions are changed by a job, if it has any',
      params: categoryPath,
      body: { $ref: 'CategoryRequest#' },
      response: responses(
        {
          200: { description: 'The category with its new name; it has no questions', schema: { $ref: 'Category#' } },
          202: {
            description: 'The category has its new name, and its questions follow',
            schema: { $ref: 'CategoryMerge#' },
            headers: ['Location'],
          },
        },
        [...BODY_REJECTIONS, 404, 409, 412],
      ),
    },
    handler: async (request, reply) => {
      const { name } = request.body;
      const merge = await inTransaction(deps.db.writes, async (tx) => {
        const catalogue = await lockCatalogue(tx);
        const from = await requireChangeable(tx, catalogue, request.params.name);
        requireSameContent(request, presentCategory(from, catalogue), 'category');
        if (from.name === name) return undefined;
        const existing = catalogue.find(name);
        if (existing !== undefined && existing.id !== from.id) throw categoryExists(existing.name);
        requireQuota(catalogue, 1);
        await closeCategory(tx, from.id, from.id, null); // first: the two may differ only in case
        const into = await addCategory(tx, name);
        return mergeInto(deps, { request, reply }, tx, { catalogue, from, into });
      });
      await deps.categories.refresh();
      return merge === undefined ? { name } : sendMerge(request, reply, merge);
    },
  });
