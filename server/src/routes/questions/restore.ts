import type { Deps } from '../../deps.ts';
import { RESTORABLE_MS } from '../../domain/questions/restorable.ts';
import { AppError } from '../../errors.ts';
import { restoreStoredQuestion } from '../../operations/questions/restore-question.ts';
import { findQuestionForUpdate } from '../../store/questions/questions.ts';
import { route } from '../route.ts';
import { changeHeader } from '../shared/change-header.ts';
import { principalOf } from '../shared/principal.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { changedPlanet } from './examples.ts';
import { questionId, questionNotFound } from './read/not-found.ts';
import { questionPath } from './schema.ts';
import { presentWritten } from './write/present-written.ts';

export const restoreQuestion = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'POST',
    url: '/questions/:id/restore',
    schema: {
      operationId: 'restoreQuestion',
      tags: ['questions'],
      security: needs('questions:write'),
      summary: 'Restore a deleted question',
      headers: idempotencyHeader,
      params: questionPath,
      response: responses(
        {
          200: {
            description: 'The restored question',
            schema: { $ref: 'Question#' },
            example: { ...changedPlanet, version: 4 },
            headers: ['ETag', 'Change-Id'],
          },
        },
        [...POST_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = questionId(request.params);
      const result = await replyOnce(deps, request, async (tx) => {
        const current = await findQuestionForUpdate(tx, id);
        if (current === undefined) throw questionNotFound(id);
        if (current.deleted_at === null) throw new AppError('not_deleted');
        if (deps.now().getTime() - current.deleted_at.getTime() > RESTORABLE_MS) throw questionNotFound(id);
        const written = await restoreStoredQuestion(deps, tx, current, principalOf(request));
        const { etag, body } = presentWritten(request, written);
        return { status: 200, headers: { etag, ...changeHeader(written) }, body };
      });
      reply.visibilityApplied = true;
      return sendReply(reply, result);
    },
  });
