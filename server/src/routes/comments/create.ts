import type { Deps } from '../../deps.ts';
import { requireQuota } from '../../operations/quotas/require-quota.ts';
import { chargeStorage } from '../../operations/quotas/storage.ts';
import { requestBase } from '../../plugins/access/origin.ts';
import { insertComment } from '../../store/comments/comments.ts';
import { findQuestionBody } from '../../store/questions/questions.ts';
import { questionId, questionNotFound } from '../questions/read/not-found.ts';
import { questionPath } from '../questions/schema.ts';
import { route } from '../route.ts';
import { principalOf } from '../shared/principal.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { requireIdentity } from '../shared/require-identity.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import type { CommentRequest } from './schema.ts';
import { readMentions, rejectMissingPeople } from './shared/mentions.ts';

export const createComment = (deps: Deps) =>
  route<{ Params: { id: string }; Body: CommentRequest }>({
    method: 'POST',
    url: '/questions/:id/comments',
    schema: {
      operationId: 'createComment',
      tags: ['comments'],
      security: needs('questions:read'),
      summary: 'Comment on a question',
      params: questionPath,
      headers: idempotencyHeader,
      body: { $ref: 'CommentRequest#' },
      response: responses(
        { 201: { description: 'The comment', schema: { $ref: 'Comment#' }, headers: ['Location', 'ETag'] } },
        [...POST_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      requireIdentity(deps, request, 'Comments');
      const question_id = questionId(request.params);
      const { text } = request.body;
      const mentions = readMentions(request.body.mentions);
      const author = principalOf(request);
      const result = await replyOnce(deps, request, async (tx) => {
        const question = await findQuestionBody(tx, question_id);
        if (question === undefined || question.deleted_at !== null)
          throw questionNotFound(question_id, question?.deleted_at);
        await rejectMissingPeople(tx, mentions);
        await requireQuota(tx, 'comments', { owner: author });
        await requireQuota(tx, 'comments of a question', { owner: question_id });
        const made = { id: deps.newId(), question_id, text, author, mentions, created_at: deps.now() };
        const comment = await insertComment(tx, made);
        await chargeStorage(tx, author, Buffer.byteLength(text), deps.config.dailyStorageMb);
        const location = `${requestBase(request)}/questions/${question_id}/comments/${comment.id}`;
        return { status: 201, headers: { location, etag: `"${comment.version}"` }, body: JSON.stringify(comment) };
      });
      return sendReply(reply, result);
    },
  });
