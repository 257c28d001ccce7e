import type { Deps } from '../../deps.ts';
import { findComment } from '../../store/comments/comments.ts';
import { questionId } from '../questions/read/not-found.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { type CommentPath, commentId, commentNotFound, commentPath } from './schema.ts';

export const getComment = (deps: Deps) =>
  route<{ Params: CommentPath }>({
    method: 'GET',
    url: '/questions/:id/comments/:comment_id',
    schema: {
      operationId: 'getComment',
      tags: ['comments'],
      security: needs('questions:read'),
      summary: 'One comment on a question',
      params: commentPath,
      response: responses(
        { 200: { description: 'The comment', schema: { $ref: 'Comment#' }, headers: ['ETag'] }, 304: NOT_MODIFIED },
        [...READ_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const [question, id] = [questionId(request.params), commentId(request.params)];
      const comment = await findComment(deps.db.reads, question, id);
      if (comment === undefined) throw commentNotFound(id);
      reply.header('etag', `"${comment.version}"`);
      return comment;
    },
  });
