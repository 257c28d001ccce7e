import type { Deps } from '../../deps.ts';
import { questionEtag, showQuestion, visibilityOf } from '../../domain/questions/visibility.ts';
import { mergeCalls } from '../../store/database/merge-calls.ts';
import { listQuestionBodies } from '../../store/questions/bodies.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { missingQuestion, questionId, questionNotFound } from './read/not-found.ts';
import { questionPath } from './schema.ts';

export const getQuestion = (deps: Deps) => {
  const findBody = mergeCalls((ids: readonly string[]) => listQuestionBodies(deps.db.hot, ids), { maxBatch: 16 });
  return route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/questions/:id',
    schema: {
      operationId: 'getQuestion',
      tags: ['questions'],
      security: needs('questions:read', 'questions:play'),
      summary: 'Read one question',
      params: questionPath,
      response: responses(
        {
          200: { description: 'The question; its ETag is its version', schema: { $ref: 'Question#' } },
          304: NOT_MODIFIED,
        },
        [...READ_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = questionId(request.params);
      const found = await findBody(id);
      if (found === undefined || found.deleted_at !== null)
        throw await missingQuestion(deps.db.reads, request, id, found);
      const visibility = visibilityOf(request.principal);
      const body = showQuestion(visibility, found.body);
      if (body === undefined) throw questionNotFound(id);
      reply.visibilityApplied = true;
      return reply
        .header('etag', questionEtag(found.version, visibility))
        .type('application/json; charset=utf-8')
        .send(body);
    },
  });
};
