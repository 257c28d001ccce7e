import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import type { GivenAnswer, Verdict as KindVerdict } from '../../domain/kinds/kind.ts';
import { rulesOf } from '../../domain/kinds/rules.ts';
import { LIST_LIMIT, type Question, readStoredQuestion } from '../../domain/questions/question.ts';
import { isVisible, visibilityOf } from '../../domain/questions/visibility.ts';
import { violationError } from '../../errors.ts';
import { runInSlices } from '../../limits/slices.ts';
import { findQuestionBody } from '../../store/questions/questions.ts';
import { route } from '../route.ts';
import { replyToRead, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { missingQuestion, questionId, questionNotFound } from './read/not-found.ts';
import { questionPath } from './schema.ts';

const AnswerGiven = Type.Object(
  {
    answer: Type.Unsafe<GivenAnswer>({
      type: ['string', 'number', 'boolean', 'array', 'object'],
      minLength: 1,
      maxLength: 1000,
      items: { type: ['string', 'null'], maxLength: 1000 },
      maxItems: 2 * LIST_LIMIT,
      additionalProperties: { type: 'string', maxLength: 1000 },
      maxProperties: LIST_LIMIT,
      description: 'A text, one of `options`, or what the kind of the question takes',
    }),
  },
  { additionalProperties: false, examples: [{ answer: 'mercury' }, { answer: ['Mars', 'Venus'] }, { answer: 9.81 }] },
);

const Verdict = Type.Object(
  {
    correct: Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description: 'Whether all of it is right; null for an essay, which a person has to score',
    }),
    matched: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'The right answer that matched; null if wrong, and always for callers who may only play',
    }),
    score: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      minimum: 0,
      maximum: 1,
      description:
        '1 if right, with partial scoring the share that is right; for a wrong text how close it came, or 0 for callers who may only play; null for an essay',
    }),
    parts: Type.Unsafe<KindVerdict['parts']>({
      type: ['array', 'null'],
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, correct: { type: 'boolean' } },
        required: ['name', 'correct'],
        additionalProperties: false,
      },
      description:
        'The parts of the answer: the options chosen, the prompts, the numbers of the gaps, or the items of an order, which are right if the next one follows them. Null for kinds without parts and, for callers who may only play, unless scoring is partial',
    }),
  },
  { additionalProperties: false, examples: [{ correct: true, matched: 'Mercury', score: 1, parts: null }] },
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
        const question = readStoredQuestion(found.body);
        const visibility = visibilityOf(request.principal);
        if (!isVisible(visibility, question)) throw questionNotFound(id);
        const { answer } = request.body;
        const { answerProblem, score } = rulesOf(question.kind);
        const problem = answerProblem(question, answer);
        if (problem !== undefined) throw wrongForm(question, problem);
        // For players the similarity of a guess is not even computed: its time would reveal the length of the answer.
        const verdict = await runInSlices(score(question, answer, { nearness: visibility.answers }));
        const shown = visibility.answers ? verdict : forPlayer(question, verdict);
        return { status: 200, headers: {}, body: JSON.stringify(shown) };
      });
      return sendReply(reply, result);
    },
  });

/** Without partial scoring, a wrong answer reveals nothing about its parts. */
function forPlayer({ scoring }: Question, { correct, score, parts }: KindVerdict): KindVerdict {
  return { correct, matched: null, score, parts: scoring === 'partial' ? parts : null };
}

function wrongForm({ kind }: Question, problem: string) {
  const detail = `\`answer\` ${problem}, because the question is of kind ${kind}.`;
  return violationError([{ code: 'invalid_type', detail, pointer: '#/answer' }]);
}
