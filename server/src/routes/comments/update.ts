import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { insufficientScope } from '../../plugins/access/access.ts';
import { type Comment, lockComment, updateComment as updateStored } from '../../store/comments/comments.ts';
import { inTransaction } from '../../store/database/database.ts';
import { questionId } from '../questions/read/not-found.ts';
import { route } from '../route.ts';
import { requireMatch } from '../shared/if-match.ts';
import { principalOf } from '../shared/principal.ts';
import { requireIdentity } from '../shared/require-identity.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import {
  type CommentChange,
  type CommentPath,
  commentId,
  commentNotFound,
  commentPath,
  resolvedComment,
} from './schema.ts';
import { readMentions, rejectMissingPeople } from './shared/mentions.ts';

export const updateComment = (deps: Deps) =>
  route<{ Params: CommentPath; Body: CommentChange }>({
    method: 'PATCH',
    url: '/questions/:id/comments/:comment_id',
    schema: {
      operationId: 'updateComment',
      tags: ['comments'],
      security: needs('questions:read'),
      summary: 'Change the text of a comment of yours, resolve one or open it again',
      params: commentPath,
      body: { $ref: 'CommentChange#' },
      response: responses(
        {
          200: {
            description: 'The comment',
            schema: { $ref: 'Comment#' },
            example: resolvedComment,
            headers: ['ETag'],
          },
        },
        [...BODY_REJECTIONS, 404, 412, 428],
      ),
    },
    handler: async (request, reply) => {
      requireIdentity(deps, request, 'Comments');
      const [question, id] = [questionId(request.params), commentId(request.params)];
      const comment = await inTransaction(deps.db.writes, async (tx) => {
        const current = await lockComment(tx, question, id);
        if (current === undefined) throw commentNotFound(id);
        const { text = current.text, resolved = current.resolved } = request.body;
        requireAllowed(deps, request, current);
        const etag = `"${current.version}"`;
        requireMatch(request, deps.config, { etag, what: 'comment', path: 'the comment itself' });
        const mentions = readMentions(request.body.mentions ?? current.mentions);
        const isSame = text === current.text && resolved === current.resolved;
        if (isSame && mentions.join() === current.mentions.join()) return current;
        // Somebody who was mentioned before may have been removed since.
        await rejectMissingPeople(tx, mentions, current.mentions);
        const resolved_by = resolved ? (current.resolved_by ?? principalOf(request)) : null;
        return updateStored(tx, id, { text, resolved_by, mentions }, deps.now());
      });
      reply.header('etag', `"${comment.version}"`);
      return comment;
    },
  });

function requireAllowed(deps: Deps, request: FastifyRequest<{ Body: CommentChange }>, { author }: Comment): void {
  if (author === principalOf(request)) return;
  if (request.body.text !== undefined || request.body.mentions !== undefined) throw new AppError('not_author');
  if (!request.principal.scopes.includes('questions:write'))
    throw insufficientScope(deps, request, ['questions:write'], ': the comment is another’s.');
}
