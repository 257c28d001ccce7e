import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { readPreferences } from '../../domain/prefer.ts';
import { type QuestionDraft, questionEtag } from '../../domain/question.ts';
import { violationError } from '../../errors.ts';
import { ARRAY_LIMIT_BYTES } from '../../plugins/json-body.ts';
import { requestBase } from '../../plugins/origin.ts';
import { mergeWrites } from '../../store/merge-writes.ts';
import { type AuthoredQuestion, insertQuestions, type WrittenQuestion } from '../../store/questions.ts';
import { type Answer, answerOnce, sendAnswer } from '../answer-once.ts';
import { principalOf } from '../principal.ts';
import { idempotencyHeader, POST_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { createLenient } from './create-lenient.ts';
import { findTakenExternalIds, MAX_QUESTIONS, newQuestion } from './new-question.ts';

/** A bulk costs a write and one more point for so many questions. */
const QUESTIONS_A_POINT = 20;

export const createQuestions = (deps: Deps) => {
  const insertOne = mergeWrites((questions: readonly AuthoredQuestion[]) =>
    insertQuestions(deps.db.writes, questions, deps.categories.current),
  );
  return route<{ Body: QuestionDraft | QuestionDraft[] }>({
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
      body: {
        oneOf: [
          { $ref: 'QuestionDraft#' },
          { type: 'array', items: { $ref: 'QuestionDraft#' }, minItems: 1, maxItems: MAX_QUESTIONS },
        ],
      },
      response: responses(
        {
          201: {
            description: 'The question, or `{"data": […]}` in the order of the request',
            schema: {
              oneOf: [
                { $ref: 'Question#' },
                {
                  type: 'object',
                  properties: { data: { type: 'array', items: { $ref: 'Question#' } } },
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
      if (Array.isArray(request.body) && readPreferences(request.headers.prefer).lenient) {
        return sendAnswer(reply, await createLenient(deps, request, request.body));
      }
      if (request.validationError !== undefined) throw request.validationError;
      if (!Array.isArray(request.body) && isPlain(request, request.body)) {
        return sendAnswer(
          reply,
          presentOne(request, await insertOne(newQuestion(request.body, principalOf(request), deps))),
        );
      }
      const drafts = [request.body].flat();
      const answer = await answerOnce(deps, request, async (tx) => {
        const taken = await findTakenExternalIds(tx, drafts);
        if (taken.size > 0)
          throw violationError([...taken.values()].map((violation) => atTop(violation, request.body)));
        const questions = drafts.map((draft) => newQuestion(draft, principalOf(request), deps));
        const written = await insertQuestions(tx, questions, deps.categories.current);
        const [first] = written;
        if (!Array.isArray(request.body) && first !== undefined) return presentOne(request, first);
        return { status: 201, headers: {}, body: `{"data":[${written.map(({ body }) => body).join(',')}]}` };
      });
      return sendAnswer(reply, answer);
    },
  });
};

/** Nothing can stand in its way but the database: such a creation may share its statement with others. */
function isPlain(request: FastifyRequest, draft: QuestionDraft): boolean {
  return request.headers['idempotency-key'] === undefined && draft.external_id == null;
}

function presentOne(request: FastifyRequest, { question, body }: WrittenQuestion): Answer {
  const location = `${requestBase(request)}/questions/${question.id}`;
  return { status: 201, headers: { location, etag: questionEtag(question.version) }, body };
}

/** A single question is the whole body: its pointers have no index. */
function atTop<Place extends { pointer?: string }>(violation: Place, body: unknown): Place {
  return Array.isArray(body) ? violation : { ...violation, pointer: '#/external_id' };
}
