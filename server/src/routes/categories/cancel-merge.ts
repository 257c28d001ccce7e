import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { closeCategory } from '../../store/categories/categories.ts';
import { findMerge, finishMerge } from '../../store/categories/merges.ts';
import { endChange } from '../../store/changes/write.ts';
import { route } from '../route.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { canceledMerge, mergeId, mergeNotFound, mergePath, presentMerge } from './schema.ts';
import { lockCatalogue } from './shared/change.ts';

export const cancelMerge = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'POST',
    url: '/categories/merges/:id/cancel',
    schema: {
      operationId: 'cancelCategoryMerge',
      tags: ['categories'],
      security: needs('categories:manage'),
      summary: 'Cancel a merge: questions that have moved stay moved, and the category accepts questions again',
      headers: idempotencyHeader,
      params: mergePath,
      response: responses(
        { 200: { description: 'The merge', schema: { $ref: 'CategoryMerge#' }, example: canceledMerge } },
        [...POST_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = mergeId(request.params);
      const result = await replyOnce(deps, request, async (tx) => {
        const catalogue = await lockCatalogue(tx);
        const canceled = await finishMerge(tx, id, 'canceled', deps.now());
        if (canceled === undefined) {
          throw (await findMerge(tx, id)) === undefined ? mergeNotFound(id) : new AppError('merge_finished');
        }
        await endChange(tx, id, 'canceled');
        const namesake = catalogue.names.find((name) => name.toLowerCase() === canceled.from.toLowerCase());
        if (namesake !== undefined) throw spellingOnly(namesake);
        await closeCategory(tx, canceled.from_id, null, null); // open again
        return { status: 200, headers: {}, body: JSON.stringify(presentMerge(canceled)) };
      });
      await deps.categories.refresh();
      return sendReply(reply, result);
    },
  });

/** Canceling would leave two open categories with the same name. */
function spellingOnly(name: string): AppError {
  const detail = `This merge changes the spelling of a category, and the old spelling cannot coexist with "${name}". Wait until the merge has ended.`;
  return new AppError('category_exists', { detail });
}
