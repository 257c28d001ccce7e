import type { Deps } from '../../deps.ts';
import { requestBase } from '../../plugins/access/origin.ts';
import { route } from '../route.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import type { CategoryRequest } from './schema.ts';
import { addCategory, categoryExists, lockCatalogue, requireQuota } from './shared/change.ts';

export const createCategory = (deps: Deps) =>
  route<{ Body: CategoryRequest }>({
    method: 'POST',
    url: '/categories',
    schema: {
      operationId: 'createCategory',
      tags: ['categories'],
      security: needs('categories:manage'),
      summary: 'Add a category',
      headers: idempotencyHeader,
      body: { $ref: 'CategoryRequest#' },
      response: responses(
        { 201: { description: 'The category', schema: { $ref: 'Category#' }, headers: ['Location'] } },
        POST_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const result = await replyOnce(deps, request, async (tx) => {
        const catalogue = await lockCatalogue(tx);
        const existing = catalogue.find(request.body.name);
        if (existing !== undefined) throw categoryExists(existing.name);
        requireQuota(catalogue);
        const { name } = await addCategory(tx, request.body.name);
        const location = `${requestBase(request)}/categories/${encodeURIComponent(name)}`;
        return { status: 201, headers: { location }, body: JSON.stringify({ name }) };
      });
      await deps.categories.refresh();
      return sendReply(reply, result);
    },
  });
