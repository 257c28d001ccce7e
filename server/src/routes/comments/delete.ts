import type { Deps } from '../../deps.ts';
import { insufficientScope } from '../../plugins/access/access.ts';
import { deleteComment as deleteStored, lockComment } from '../../store/comments/comments.ts';
import { inTransaction } from '../../store/database/database.ts';
import { questionId } from '../questions/read/not-found.ts';
import { route } from '../route.ts';
import { deletedResponses, preferMinimal, sendDeleted } from '../shared/deleted.ts';
import { requireMatch } from '../shared/if-match.ts';
import { managesPeople, principalOf } from '../shared/principal.ts';
import { requireIdentity } from '../shared/require-identity.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { type CommentPath, commentId, commentNotFound, commentPath } from './schema.ts';

export const deleteComment = (deps: Deps) =>
  route<{ Params: CommentPath }>({
    method: 'DELETE',
    url: '/questions/:id/comments/:comment_id',
    schema: {
      operationId: 'deleteComment',
      tags: ['comments'],
      security: needs('questions:read'),
      summary: 'Delete a comment of yours; with `people:manage` anybody’s',
      params: commentPath,
      headers: preferMinimal,
      response: responses(deletedResponses('Deleted', 'Deleted'), [...BODY_REJECTIONS, 404, 412, 428]),
    },
    handler: async (request, reply) => {
      requireIdentity(deps, request, 'Comments');
      const [question, id] = [questionId(request.params), commentId(request.params)];
      await inTransaction(deps.db.writes, async (tx) => {
        const comment = await lockComment(tx, question, id);
        if (comment === undefined) throw commentNotFound(id);
        if (comment.author !== principalOf(request) && !managesPeople(request))
          throw insufficientScope(deps, request, ['people:manage'], ': the comment is another’s.');
        requireMatch(request, deps.config, {
          etag: `"${comment.version}"`,
          what: 'comment',
          path: 'the comment itself',
        });
        await deleteStored(tx, id);
      });
      return sendDeleted(request, reply, { id }, deps.now());
    },
  });
