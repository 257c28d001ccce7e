import type { Deps } from '../../deps.ts';
import { findMerge } from '../../store/categories/merges.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { mergeId, mergeNotFound, mergePath, presentMerge } from './schema.ts';

export const getMerge = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/categories/merges/:id',
    schema: {
      operationId: 'getCategoryMerge',
      tags: ['categories'],
      security: needs('categories:manage'),
      summary: 'The progress of a merge of two categories',
      params: mergePath,
      response: responses(
        {
          200: { description: 'The merge', schema: { $ref: 'CategoryMerge#' }, headers: ['Retry-After'] },
          304: { ...NOT_MODIFIED, headers: ['Retry-After'] },
        },
        [...READ_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = mergeId(request.params);
      const merge = await findMerge(deps.db.reads, id);
      if (merge === undefined) throw mergeNotFound(id);
      if (merge.completed_at === null) reply.header('retry-after', '1');
      return presentMerge(merge);
    },
  });
