import type { Deps } from '../../deps.ts';
import { changedFields, mergeChange, questionEtag, renderQuestion } from '../../domain/question.ts';
import { AppError } from '../../errors.ts';
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
import { type QuestionChange, questionPath } from './schema.ts';

/** PUT and PATCH (RFC 7396) are one operation: fields given are set, fields left out keep their value. */
export const updateQuestions = (deps: Deps) => [
  update(deps, 'PUT', 'updateQuestion'),
  update(deps, 'PATCH', 'patchQuestion'),
];

const update = (deps: Deps, method: 'PUT' | 'PATCH', operationId: string) =>
  route<{ Params: { id: string }; Body: QuestionChange }>({
    method,
    url: '/questions/:id',
    schema: {
      operationId,
      tags: ['questions'],
      security: needs('questions:write'),
      summary: 'Update a question: fields left out keep their value, null clears an optional one',
      params: questionPath,
      body: { $ref: 'QuestionChange#' },
      response: responses({ 200: { description: 'The question as it is now', schema: { $ref: 'Question#' } } }, [
        ...BODY_REFUSALS,
        404,
        409,
        412,
        428,
      ]),
    },
    handler: async (request, reply) => {
      const id = questionId(request.params);
      const categories = deps.categories.current;
      if (request.body.id !== undefined && request.body.id.toLowerCase() !== id) throw idMismatch();
      const { question, body } = await inTransaction(deps.db.writes, async (tx) => {
        const current = await findQuestionForUpdate(tx, id, categories);
        if (current === undefined || current.deleted_at !== null) throw questionNotFound(id, current?.deleted_at);
        checkIfMatch(request, current.version, deps.config);
        const content = mergeChange(current, request.body, (name) => categories.require(name).name);
        const changed = changedFields(current, content);
        if (changed.length === 0) return { question: current, body: renderQuestion(current) };
        const actor = principalOf(request);
        const next = nextVersion({ ...current, ...content }, actor, deps.now());
        const written = await updateQuestion(tx, next, categories);
        await appendEvents(tx, [questionEvent('question.updated', next, actor, changed)]);
        await keepHistory(deps, tx, actor, written);
        return written;
      });
      return reply.header('etag', questionEtag(question.version)).type('application/json; charset=utf-8').send(body);
    },
  });

function idMismatch(): AppError {
  const detail = 'The id in the body differs from the id in the path.';
  return new AppError('id_mismatch', { detail, errors: [{ code: 'id_mismatch', detail, pointer: '#/id' }] });
}
