import type { Deps } from '../../deps.ts';
import { readPreferences } from '../../domain/http/prefer.ts';
import { deleteStoredQuestion } from '../../operations/questions/delete-question.ts';
import { inTransaction } from '../../store/database/database.ts';
import { findQuestionForUpdate } from '../../store/questions/questions.ts';
import { route } from '../route.ts';
import { changeHeader } from '../shared/change-header.ts';
import { principalOf } from '../shared/principal.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { planet } from './examples.ts';
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
      headers: {
        type: 'object',
        properties: { Prefer: { type: 'string', description: '`return=minimal`: 204 without a body' } },
      },
      params: questionPath,
      response: responses(
        {
          200: {
            description: 'The question is deleted',
            schema: {
              type: 'object',
              properties: {
                id: { type: 'string', format: 'uuid' },
                deleted: { type: 'boolean', const: true },
                deleted_at: { type: 'string', format: 'date-time' },
              },
              required: ['id', 'deleted', 'deleted_at'],
              additionalProperties: false,
              examples: [{ id: planet.id, deleted: true, deleted_at: '2026-11-17T10:06:00.000Z' }],
            },
            headers: ['Change-Id'],
          },
          204: {
            description: 'The same, without a body, on `Prefer: return=minimal`',
            headers: ['Change-Id'],
          },
        },
        [...BODY_REJECTIONS, 404, 412, 428],
      ),
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
      if (readPreferences(request.headers.prefer).minimal) {
        return reply.code(204).header('preference-applied', 'return=minimal').send();
      }
      return { id, deleted: true, deleted_at: deleted.question.deleted_at };
    },
  });
