import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { checkAnswer } from '../../domain/answer-check.ts';
import type { Question } from '../../domain/question.ts';
import { findQuestionBody } from '../../store/questions.ts';
import { answerOnce, sendAnswer } from '../answer-once.ts';
import { idempotencyHeader, POST_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { questionId, questionNotFound } from './not-found.ts';
import { questionPath } from './schema.ts';

const AnswerGiven = Type.Object(
  { answer: Type.String({ minLength: 1, maxLength: 1000 }) },
  { additionalProperties: false },
);

const AnswerVerdict = Type.Object(
  {
    correct: Type.Boolean(),
    matched: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The right answer that was met; null when wrong',
    }),
    score: Type.Number({ minimum: 0, maximum: 1, description: '1 when right, else how near it came' }),
  },
  { additionalProperties: false },
);

export const checkQuestion = (deps: Deps) =>
  route<{ Params: { id: string }; Body: Static<typeof AnswerGiven> }>({
    method: 'POST',
    url: '/questions/:id/check',
    schema: {
      operationId: 'checkAnswer',
      tags: ['questions'],
      summary: 'Check an answer, so that an app need not hold the right ones',
      headers: idempotencyHeader,
      params: questionPath,
      body: AnswerGiven,
      response: responses({ 200: { description: 'The verdict', schema: AnswerVerdict } }, [...POST_REFUSALS, 404]),
    },
    handler: async (request, reply) => {
      const id = questionId(request.params);
      const answer = await answerOnce(deps, request, async (tx) => {
        const found = await findQuestionBody(tx, id);
        if (found === undefined || found.deleted_at !== null) throw questionNotFound(id, found?.deleted_at);
        const verdict = checkAnswer(JSON.parse(found.body) as Question, request.body.answer);
        return { status: 200, headers: {}, body: JSON.stringify(verdict) };
      });
      return sendAnswer(reply, answer);
    },
  });
