import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { type AnswerVerdict, answerComparer, rightAnswers, verdictOf } from '../../domain/answers/answer-check.ts';
import type { Question } from '../../domain/questions/question.ts';
import { isVisible, visibilityOf } from '../../domain/questions/visibility.ts';
import { mapInSlices } from '../../limits/slices.ts';
import { findQuestionBody } from '../../store/questions/questions.ts';
import { route } from '../route.ts';
import { replyToRead, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { missingQuestion, questionId, questionNotFound } from './read/not-found.ts';
import { questionPath } from './schema.ts';

const AnswerGiven = Type.Object(
  {
    answer: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'Free text, or the text of one of `options`',
    }),
  },
  { additionalProperties: false, examples: [{ answer: 'mercury' }] },
);

const Verdict = Type.Object(
  {
    correct: Type.Boolean(),
    matched: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The right answer that matched; null if wrong, and always for callers who may only play',
    }),
    score: Type.Number({
      minimum: 0,
      maximum: 1,
      description: '1 if right, otherwise how close it came; 0 for callers who may only play',
    }),
  },
  { additionalProperties: false, examples: [{ correct: true, matched: 'Mercury', score: 1 }] },
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
      summary: 'Check an answer without sending the right ones to the app',
      headers: idempotencyHeader,
      params: questionPath,
      body: AnswerGiven,
      response: responses({ 200: { description: 'The verdict', schema: Verdict } }, [...POST_REJECTIONS, 404]),
    },
    handler: async (request, reply) => {
      const id = questionId(request.params);
      const result = await replyToRead(deps, request, async () => {
        const found = await findQuestionBody(deps.db.reads, id);
        if (found === undefined || found.deleted_at !== null)
          throw await missingQuestion(deps.db.reads, request, id, found);
        const question = JSON.parse(found.body) as Question;
        const visibility = visibilityOf(request.principal);
        if (!isVisible(visibility, question)) throw questionNotFound(id);
        // For players the similarity of a guess is not even computed: its time would reveal the length of the answer.
        const compare = answerComparer(question, request.body.answer, { nearness: visibility.answers });
        const verdict = verdictOf(await mapInSlices(rightAnswers(question), compare));
        return { status: 200, headers: {}, body: JSON.stringify(visibility.answers ? verdict : forPlayer(verdict)) };
      });
      return sendReply(reply, result);
    },
  });

function forPlayer({ correct, score }: AnswerVerdict): AnswerVerdict {
  return { correct, matched: null, score };
}
