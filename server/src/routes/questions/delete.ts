import type { Deps } from '../../deps.ts';
import { deleteStoredQuestion } from '../../operations/questions/delete-question.ts';
import { inTransaction } from '../../store/database/database.ts';
import { findQuestionForUpdate } from '../../store/questions/questions.ts';
import { route } from '../route.ts';
import { changeHeader } from '../shared/change-header.ts';
import { deletedResponses, preferMinimal, sendDeleted } from '../shared/deleted.ts';
import { principalOf } from '../shared/principal.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { missingQuestion, questionId } from './read/not-found.ts';
import { questionPath } from './schema.ts';
import { checkIfMatch } from './write/precondition.ts';

export const deleteQuestion = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'DELETE',
    url: '/questions/:id',
    schema: {
      operationId: 'deleteQuestion',
      tags: ['questions'],
      security: needs('questions:delete'),
      summary: 'Delete a question; it can be restored for 30 days',
      headers: preferMinimal,
      params: questionPath,
      response: responses(deletedResponses('The question is deleted', 'Deleted', ['Change-Id']), [
        ...BODY_REJECTIONS,
        404,
        412,
        428,
      ]),
    },
    handler: async (request, reply) => {
      const id = questionId(request.params);
      const deleted = await inTransaction(deps.db.writes, async (tx) => {
        const current = await findQuestionForUpdate(tx, id);
        if (current === undefined || current.deleted_at !== null) throw await missingQuestion(tx, request, id, current);
        checkIfMatch(request, current.version, deps.config);
        return deleteStoredQuestion(deps, tx, current, principalOf(request));
      });
      reply.headers(changeHeader(deleted));
      return sendDeleted(request, reply, { id }, deleted.question.deleted_at ?? deps.now());
    },
  });
