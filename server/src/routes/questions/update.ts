import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { AppError, type Violation, violationError } from '../../errors.ts';
import { changeQuestion } from '../../operations/questions/change-question.ts';
import { inTransaction } from '../../store/database/database.ts';
import { findQuestionForUpdate, type StoredQuestion } from '../../store/questions/questions.ts';
import { route } from '../route.ts';
import { changeHeader } from '../shared/change-header.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { changedPlanet } from './examples.ts';
import { missingQuestion, questionId } from './read/not-found.ts';
import { type QuestionChange, questionPath } from './schema.ts';
import { checkIfMatch } from './write/precondition.ts';
import { presentWritten } from './write/present-written.ts';
import { requireWholeAnswer } from './write/require-whole-answer.ts';

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
      response: responses(
        {
          200: {
            description: 'The question as it is now',
            schema: { $ref: 'Question#' },
            example: changedPlanet,
            headers: ['ETag', 'Change-Id'],
          },
        },
        [...BODY_REJECTIONS, 404, 409, 412, 428],
      ),
    },
    handler: async (request, reply) => {
      const id = questionId(request.params);
      requireWholeAnswer(deps, request, [request.body]);
      const written = await inTransaction(deps.db.writes, async (tx) => {
        const current = await findQuestionForUpdate(tx, id);
        if (current === undefined || current.deleted_at !== null) throw await missingQuestion(tx, request, id, current);
        checkChange(deps, request, current);
        return changeQuestion(deps, tx, current, request.body, request.principal);
      });
      const { etag, body } = presentWritten(request, written, request.body);
      reply.visibilityApplied = true;
      reply.headers(changeHeader(written));
      return reply.header('etag', etag).type('application/json; charset=utf-8').send(body);
    },
  });

/** Checks the members of a request that may only repeat the existing question: its id, its version and its times. */
export function checkChange(
  { config }: Deps,
  request: FastifyRequest<{ Body: QuestionChange }>,
  current: StoredQuestion,
): void {
  const { id } = request.body;
  if (id !== undefined && id.toLowerCase() !== current.id)
    throw idMismatch('id', 'The id in the body differs from that of the question. Leave it out of the body.');
  checkIfMatch(request, current.version, config);
  rejectReadOnly(request.body, current);
}

export function idMismatch(field: 'id' | 'external_id', detail: string): AppError {
  return new AppError('id_mismatch', { detail, errors: [{ code: 'id_mismatch', detail, pointer: `#/${field}` }] });
}

/**
 * Callers send back what they got, with their changes. A version or a time that the question has had is therefore
 * accepted and ignored; any other value is an attempt to set it. A question that does not exist yet has had none.
 */
export function rejectReadOnly(change: QuestionChange, current?: StoredQuestion): void {
  const violations = READ_ONLY.filter(
    (name) => change[name] !== undefined && !(current !== undefined && hadValue(current, change, name)),
  ).map((name): Violation => {
    return {
      code: 'read_only',
      detail: `\`${name}\` is set by the service and cannot be changed: leave it out.`,
      pointer: `#/${name}`,
    };
  });
  if (violations.length > 0) throw violationError(violations);
}

const READ_ONLY = ['version', 'created_at', 'updated_at'] as const;

function hadValue(current: StoredQuestion, change: QuestionChange, name: (typeof READ_ONLY)[number]): boolean {
  const { version = 0, created_at = '', updated_at = '' } = change;
  const [created, updated] = [current.created_at.getTime(), current.updated_at.getTime()];
  if (name === 'version') return version >= 1 && version <= current.version;
  if (name === 'created_at') return Date.parse(created_at) === created;
  return Date.parse(updated_at) >= created && Date.parse(updated_at) <= updated;
}
