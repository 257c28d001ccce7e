import type { Deps } from '../../deps.ts';
import { questionEtag } from '../../domain/question.ts';
import { AppError } from '../../errors.ts';
import { appendEvents } from '../../store/events.ts';
import { findQuestionForUpdate, updateQuestion } from '../../store/questions.ts';
import { answerOnce, sendAnswer } from '../answer-once.ts';
import { principalOf } from '../principal.ts';
import { idempotencyHeader, POST_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { keepHistory } from './keep-history.ts';
import { questionEvent } from './new-question.ts';
import { nextVersion } from './next-version.ts';
import { questionId, questionNotFound, RESTORABLE_MS } from './not-found.ts';
import { questionPath } from './schema.ts';

export const restoreQuestion = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'POST',
    url: '/questions/:id/restore',
    schema: {
      operationId: 'restoreQuestion',
      tags: ['questions'],
      security: needs('questions:write'),
      summary: 'Bring a deleted question back',
      headers: idempotencyHeader,
      params: questionPath,
      response: responses({ 200: { description: 'The question, back in its place', schema: { $ref: 'Question#' } } }, [
        ...POST_REFUSALS,
        404,
      ]),
    },
    handler: async (request, reply) => {
      const id = questionId(request.params);
      const categories = deps.categories.current;
      const answer = await answerOnce(deps, request, async (tx) => {
        const current = await findQuestionForUpdate(tx, id, categories);
        if (current === undefined) throw questionNotFound(id);
        if (current.deleted_at === null) throw new AppError('not_deleted');
        const now = deps.now();
        if (now.getTime() - current.deleted_at.getTime() > RESTORABLE_MS) throw questionNotFound(id);
        const actor = principalOf(request);
        const next = nextVersion({ ...current, deleted_at: null }, actor, now);
        const written = await updateQuestion(tx, next, categories);
        await appendEvents(tx, [questionEvent('question.restored', next, actor)]);
        await keepHistory(deps, tx, actor, written);
        return { status: 200, headers: { etag: questionEtag(next.version) }, body: written.body };
      });
      return sendAnswer(reply, answer);
    },
  });
