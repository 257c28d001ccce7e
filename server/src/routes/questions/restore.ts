import type { Deps } from '../../deps.ts';
import { nextVersion } from '../../domain/questions/next-version.ts';
import { changedFields } from '../../domain/questions/question.ts';
import { RESTORABLE_MS } from '../../domain/questions/restorable.ts';
import { AppError } from '../../errors.ts';
import { appendEvents } from '../../store/events.ts';
import { findQuestionForUpdate, updateQuestion } from '../../store/questions/questions.ts';
import { route } from '../route.ts';
import { changeHeader } from '../shared/change-header.ts';
import { principalOf } from '../shared/principal.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { changedPlanet } from './examples.ts';
import { questionId, questionNotFound } from './read/not-found.ts';
import { questionPath } from './schema.ts';
import { keepHistory } from './write/keep-history.ts';
import { questionEvent } from './write/new-question.ts';
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
        const now = deps.now();
        if (now.getTime() - current.deleted_at.getTime() > RESTORABLE_MS) throw questionNotFound(id);
        const actor = principalOf(request);
        const categories = await deps.categories.including(current.category);
        // Its own category may have been merged into another one meanwhile.
        const category = categories.successorOf(categories.require(current.category)).name;
        const next = nextVersion({ ...current, category, deleted_at: null }, actor, now);
        const change_id = deps.newId();
        const written = await updateQuestion(tx, next, categories, { change_id, kind: 'restore' });
        const changed = changedFields(current, next);
        await appendEvents(tx, [questionEvent('question.restored', next, { actor, change_id, changed })]);
        await keepHistory(deps, tx, actor, [written]);
        const { etag, body } = presentWritten(request, written);
        return { status: 200, headers: { etag, ...changeHeader({ change_id }) }, body };
      });
      reply.visibilityApplied = true;
      return sendReply(reply, result);
    },
  });
