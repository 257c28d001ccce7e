import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { checkAnswer } from '../../domain/answer-check.ts';
import type { Question } from '../../domain/question.ts';
import { findQuestionBody } from '../../store/questions.ts';
import { answerRead, sendAnswer } from '../answer-once.ts';
import { hidesAnswers } from '../principal.ts';
import { idempotencyHeader, POST_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
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
      description: 'The right answer that was met; null when wrong, and always for callers who may only play',
    }),
    score: Type.Number({
      minimum: 0,
      maximum: 1,
      description: '1 when right, else how near it came; 0 for callers who may only play',
    }),
  },
  { additionalProperties: false },
);

export const checkQuestion = (deps: Deps) =>
  route<{ Params: { id: string }; Body: Static<typeof AnswerGiven> }>({
    method: 'POST',
    url: '/questions/:id/check',
    config: { cost: deps.config.costRead },
    schema: {
      operationId: 'checkAnswer',
      tags: ['questions'],
      security: needs('questions:read', 'questions:play'),
      summary: 'Check an answer, so that an app need not hold the right ones',
      headers: idempotencyHeader,
      params: questionPath,
      body: AnswerGiven,
      response: responses({ 200: { description: 'The verdict', schema: AnswerVerdict } }, [...POST_REFUSALS, 404]),
    },
    handler: async (request, reply) => {
      const id = questionId(request.params);
      const answer = await answerRead(deps, request, async () => {
        const found = await findQuestionBody(deps.db.reads, id);
        if (found === undefined || found.deleted_at !== null) throw questionNotFound(id, found?.deleted_at);
        const verdict = checkAnswer(JSON.parse(found.body) as Question, request.body.answer);
        const told = hidesAnswers(request) ? { ...verdict, matched: null, score: verdict.correct ? 1 : 0 } : verdict;
        return { status: 200, headers: {}, body: JSON.stringify(told) };
      });
      return sendAnswer(reply, answer);
    },
  });
