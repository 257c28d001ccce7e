import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { readPreferences } from '../../domain/prefer.ts';
import { type PreparedQuestion, prepareQuestion } from '../../domain/prepared-question.ts';
import { type QuestionDraft, questionEtag } from '../../domain/question.ts';
import { violationError } from '../../errors.ts';
import { ARRAY_LIMIT_BYTES } from '../../plugins/json-body.ts';
import { requestBase } from '../../plugins/origin.ts';
import type { Executor } from '../../store/database.ts';
import { mergeWrites } from '../../store/merge-writes.ts';
import {
  type AuthoredQuestion,
  insertManyQuestions,
  insertQuestions,
  MAX_STATEMENT_WEIGHT,
  statementWeight,
  type WrittenQuestion,
} from '../../store/questions.ts';
import { type Answer, answerOnce, sendAnswer } from '../answer-once.ts';
import { principalOf } from '../principal.ts';
import { idempotencyHeader, POST_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { createLenient } from './create-lenient.ts';
import type { Duplicate } from './find-duplicates.ts';
import { findTakenExternalIds, MAX_QUESTIONS, newQuestion, prepareQuestions } from './new-question.ts';
import { CreateQuery, checkDuplicates, describeDuplicate, duplicateViolation } from './refuse-duplicates.ts';

/** A bulk costs a write and one more point for so many questions. */
const QUESTIONS_A_POINT = 20;

export const createQuestions = (deps: Deps) => {
  const insertOne = mergeWrites(
    (questions: readonly PreparedQuestion<AuthoredQuestion>[]) =>
      insertQuestions(deps.db.writes, questions, deps.categories.current),
    { weigh: statementWeight, maxWeight: MAX_STATEMENT_WEIGHT },
  );
  return route<{ Body: QuestionDraft | QuestionDraft[]; Querystring: CreateQuery }>({
    method: 'POST',
    url: '/questions',
    bodyLimit: ARRAY_LIMIT_BYTES,
    config: { extraCost: (body) => (Array.isArray(body) ? Math.ceil(body.length / QUESTIONS_A_POINT) : 0) },
    attachValidation: true, // a lenient request stores the good elements of a bad array
    schema: {
      operationId: 'createQuestions',
      tags: ['questions'],
      security: needs('questions:write'),
      summary: 'Add one question, or 1 to 1000 at once: all or nothing, unless `Prefer: handling=lenient`',
      headers: idempotencyHeader,
      querystring: CreateQuery,
      body: {
        oneOf: [
          { $ref: 'QuestionDraft#' },
          { type: 'array', items: { $ref: 'QuestionDraft#' }, minItems: 1, maxItems: MAX_QUESTIONS },
        ],
      },
      response: responses(
        {
          201: {
            description:
              'The question, or `{"data": […]}` in the order of the request. With `on_duplicate=warn`, what is there already: in `duplicates`, of a single question in the header `Link` with rel="duplicate"',
            schema: {
              oneOf: [
                { $ref: 'Question#' },
                {
                  type: 'object',
                  properties: {
                    data: { type: 'array', items: { $ref: 'Question#' } },
                    duplicates: { type: 'array', items: { $ref: 'DuplicateOf#' } },
                  },
                  required: ['data'],
                  additionalProperties: false,
                },
              ],
            },
          },
          207: { description: 'Lenient: a result for each element, in order', schema: { $ref: 'LenientResults#' } },
        },
        POST_REFUSALS,
      ),
    },
    handler: async (request, reply) => {
      const { body, query } = request;
      if (Array.isArray(body) && readPreferences(request.headers.prefer).lenient) {
        return sendAnswer(reply, await createLenient(deps, request, body));
      }
      if (request.validationError !== undefined) throw request.validationError;
      if (!Array.isArray(body) && isPlain(request, query, body)) {
        const prepared = prepareQuestion(newQuestion(body, principalOf(request), deps));
        const [duplicate] = await checkDuplicates(deps, deps.db.hot, query, [prepared.question]);
        return sendAnswer(reply, presentOne(request, await insertOne(prepared), duplicate));
      }
      const prepared = await prepareQuestions([body].flat(), principalOf(request), deps);
      const answer = await answerOnce(deps, request, (tx) => createAll(deps, request, tx, prepared));
      return sendAnswer(reply, answer);
    },
  });
};

type CreateRequest = FastifyRequest<{ Body: QuestionDraft | QuestionDraft[]; Querystring: CreateQuery }>;

/** All or nothing. */
async function createAll(
  deps: Deps,
  request: CreateRequest,
  tx: Executor,
  prepared: readonly PreparedQuestion<AuthoredQuestion>[],
): Promise<Answer> {
  const { body, query } = request;
  const questions = prepared.map(({ question }) => question);
  const taken = await findTakenExternalIds(tx, questions);
  if (taken.size > 0) throw violationError([...taken.values()].map((violation) => atTop(violation, body)));
  const duplicates = await checkDuplicates(deps, tx, query, questions);
  if (query.on_duplicate === 'reject') refuseDuplicates(duplicates, body);
  await insertManyQuestions(tx, prepared, deps.categories.current);
  const [first] = prepared;
  if (!Array.isArray(body) && first !== undefined) return presentOne(request, first, duplicates[0]);
  const found = duplicates.flatMap((one, index) => (one === undefined ? [] : [describeDuplicate(one, index)]));
  const told = query.on_duplicate === 'warn' ? `,"duplicates":${JSON.stringify(found)}` : '';
  return { status: 201, headers: {}, body: `{"data":[${prepared.map((row) => row.body).join(',')}]${told}}` };
}

function refuseDuplicates(duplicates: readonly (Duplicate | undefined)[], body: unknown): void {
  const violations = duplicates.flatMap((duplicate, index) =>
    duplicate === undefined ? [] : [duplicateViolation(duplicate, Array.isArray(body) ? `#/${index}` : '#')],
  );
  if (violations.length > 0) throw violationError(violations);
}

/** Nothing can stand in its way but the database: such a creation may share its statement with others. */
function isPlain(request: FastifyRequest, { on_duplicate }: CreateQuery, draft: QuestionDraft): boolean {
  return on_duplicate !== 'reject' && request.headers['idempotency-key'] === undefined && draft.external_id == null;
}

function presentOne(
  request: FastifyRequest,
  { question, body }: WrittenQuestion,
  duplicate: Duplicate | undefined,
): Answer {
  const base = `${requestBase(request)}/questions`;
  const headers = { location: `${base}/${question.id}`, etag: questionEtag(question.version) };
  const link = duplicate && {
    link: `<${base}/${duplicate.question_id}>; rel="duplicate"; title="${duplicate.relation}"`,
  };
  return { status: 201, headers: { ...headers, ...link }, body };
}

/** A single question is the whole body: its pointers have no index. */
function atTop<Place extends { pointer?: string }>(violation: Place, body: unknown): Place {
  return Array.isArray(body) ? violation : { ...violation, pointer: '#/external_id' };
}
