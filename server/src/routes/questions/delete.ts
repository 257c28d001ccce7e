import type { Deps } from '../../deps.ts';
import { readPreferences } from '../../domain/prefer.ts';
import { inTransaction } from '../../store/database.ts';
import { appendEvents } from '../../store/events.ts';
import { findQuestionForUpdate, updateQuestion } from '../../store/questions.ts';
import { principalOf } from '../principal.ts';
import { BODY_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { keepHistory } from './keep-history.ts';
import { questionEvent } from './new-question.ts';
import { nextVersion } from './next-version.ts';
import { questionId, questionNotFound } from './not-found.ts';
import { checkIfMatch } from './precondition.ts';
import { questionPath } from './schema.ts';

export const deleteQuestion = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'DELETE',
    url: '/questions/:id',
    schema: {
      operationId: 'deleteQuestion',
      tags: ['questions'],
      security: needs('questions:delete'),
      summary: 'Delete a question; it can be restored for 30 days',
      params: questionPath,
      response: responses(
        {
          200: {
            description: 'The question has left every list',
            schema: {
              type: 'object',
              properties: {
                id: { type: 'string', format: 'uuid' },
                deleted: { type: 'boolean', const: true },
                deleted_at: { type: 'string', format: 'date-time' },
              },
              required: ['id', 'deleted', 'deleted_at'],
              additionalProperties: false,
            },
          },
          204: { description: 'The same, without a body, on `Prefer: return=minimal`' },
        },
        [...BODY_REFUSALS, 404, 412, 428],
      ),
    },
    handler: async (request, reply) => {
      const id = questionId(request.params);
      const categories = deps.categories.current;
      const deleted = await inTransaction(deps.db.writes, async (tx) => {
        const current = await findQuestionForUpdate(tx, id, categories);
        if (current === undefined || current.deleted_at !== null) throw questionNotFound(id, current?.deleted_at);
        checkIfMatch(request, current.version, deps.config);
        const actor = principalOf(request);
        const next = nextVersion(current, actor, deps.now());
        next.deleted_at = next.updated_at;
        const written = await updateQuestion(tx, next, categories);
        await appendEvents(tx, [questionEvent('question.deleted', next, actor)]);
        await keepHistory(deps, tx, actor, written);
        return next;
      });
      if (readPreferences(request.headers.prefer).minimal) {
        return reply.code(204).header('preference-applied', 'return=minimal').send();
      }
      return { id, deleted: true, deleted_at: deleted.deleted_at };
    },
  });
