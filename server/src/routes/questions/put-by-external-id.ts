import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { matchesAny } from '../../domain/http/etag.ts';
import { prepareQuestion } from '../../domain/questions/prepared-question.ts';
import type { QuestionDraft } from '../../domain/questions/question.ts';
import { questionEtag, questionEtags, writtenVisibility } from '../../domain/questions/visibility.ts';
import { countCodePoints } from '../../domain/text/text.ts';
import { AppError, type Violation, violationError } from '../../errors.ts';
import { changeQuestion } from '../../operations/questions/change-question.ts';
import { newQuestion } from '../../operations/questions/new-question.ts';
import { settleRaces } from '../../operations/questions/settle-races.ts';
import type { CurrentQuestion } from '../../operations/questions/write-version.ts';
import { requestBase } from '../../plugins/access/origin.ts';
import { readText } from '../../plugins/validation/text-values.ts';
import { type Executor, inTransaction } from '../../store/database/database.ts';
import { insertQuestions, type StoredQuestion, type WrittenQuestion } from '../../store/questions/questions.ts';
import { listQuestionsForUpdate } from '../../store/questions/updates.ts';
import { route } from '../route.ts';
import { changeHeader } from '../shared/change-header.ts';
import { principalOf } from '../shared/principal.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { capital } from './examples.ts';
import { MAX_EXTERNAL_ID_LENGTH, type QuestionUpsert } from './schema.ts';
import { checkChange, idMismatch, rejectReadOnly } from './update.ts';
import { presentWritten } from './write/present-written.ts';
import { requireWholeAnswer } from './write/require-whole-answer.ts';

const path = Type.Object({
  external_id: Type.String({
    description: 'The id in another system; escape characters that have a meaning in a path',
  }),
});

type UpsertRequest = FastifyRequest<{ Params: { external_id: string }; Body: QuestionUpsert }>;

export const putByExternalId = (deps: Deps) =>
  route<{ Params: { external_id: string }; Body: QuestionUpsert }>({
    method: 'PUT',
    url: '/questions/by-external-id/:external_id',
    schema: {
      operationId: 'putQuestionByExternalId',
      tags: ['questions'],
      security: needs('questions:write'),
      summary: 'Create the question with this external id, or update it as PUT /questions/{id} does',
      params: path,
      body: { $ref: 'QuestionUpsert#' },
      response: responses(
        {
          200: {
            description: 'The question as it is now',
            schema: { $ref: 'Question#' },
            example: capital,
            headers: ['ETag', 'Change-Id'],
          },
          201: {
            description: 'The new question',
            schema: { $ref: 'Question#' },
            example: capital,
            headers: ['Location', 'ETag', 'Change-Id'],
          },
        },
        [...BODY_REJECTIONS, 409, 412, 428],
      ),
    },
    handler: async (request, reply) => {
      const externalId = readExternalId(request);
      requireWholeAnswer(deps, request, [request.body]);
      const { created, ...written } = await settleRaces(() =>
        inTransaction(deps.db.writes, async (tx) => {
          const [current] = await listQuestionsForUpdate(tx, [externalId]);
          return current === undefined
            ? { ...(await create(deps, request, tx, externalId)), created: true }
            : { ...(await update(deps, request, tx, current)), created: false };
        }),
      );
      if (created) reply.code(201).header('location', `${requestBase(request)}/questions/${written.question.id}`);
      const { etag, body } = presentWritten(request, written, { ...request.body, external_id: externalId });
      reply.visibilityApplied = true;
      reply.headers(changeHeader(written));
      return reply.header('etag', etag).type('application/json; charset=utf-8').send(body);
    },
  });

/** The external id of the path, by the rules for one in a body. */
function readExternalId({ params, body }: UpsertRequest): string {
  const violations: Violation[] = [];
  const parameter = 'external_id';
  const externalId = readText(params.external_id, MAX_EXTERNAL_ID_LENGTH, (code, detail) => {
    violations.push({ code, detail, parameter });
  });
  const length = countCodePoints(externalId);
  if (length < 1 || length > MAX_EXTERNAL_ID_LENGTH) {
    const detail = `external_id must have 1 to ${MAX_EXTERNAL_ID_LENGTH} characters.`;
    violations.push({ code: length < 1 ? 'too_short' : 'too_long', detail, parameter });
  }
  if (violations.length > 0) throw violationError(violations);
  if (body.external_id !== undefined && body.external_id !== externalId) {
    throw idMismatch('external_id', 'The external_id in the body differs from the one in the path.');
  }
  return externalId;
}

async function create(
  deps: Deps,
  request: UpsertRequest,
  tx: Executor,
  external_id: string,
): Promise<WrittenQuestion & { change_id: string }> {
  if (request.headers['if-match'] !== undefined) {
    throw new AppError('precondition_failed', { detail: `No question has the external_id "${external_id}".` });
  }
  if (request.body.id !== undefined) throw idMismatch('id', 'A new question gets its id from the service.');
  rejectReadOnly(request.body);
  const draft: QuestionDraft = { ...request.body, external_id };
  const prepared = prepareQuestion(newQuestion(draft, principalOf(request), deps));
  const change_id = deps.newId();
  await insertQuestions(tx, [{ ...prepared, change_id }], deps.categories.current, 'create');
  return { ...prepared, change_id };
}

async function update(
  deps: Deps,
  request: UpsertRequest,
  tx: Executor,
  current: StoredQuestion,
): Promise<CurrentQuestion> {
  const unwanted = request.headers['if-none-match'];
  if (unwanted !== undefined && questionEtags(current.version).some((tag) => matchesAny(unwanted, tag, 'weak'))) {
    const etag = questionEtag(current.version, writtenVisibility(request.principal));
    throw new AppError('precondition_failed', {
      detail: `The question already exists, in version ${etag}; with If-None-Match it is only created.`,
      headers: { etag },
    });
  }
  checkChange(deps, request, current);
  return changeQuestion(deps, tx, current, request.body, request.principal);
}
