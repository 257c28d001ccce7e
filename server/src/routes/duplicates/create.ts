import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { violationError } from '../../errors.ts';
import { requestBase } from '../../plugins/origin.ts';
import type { Executor } from '../../store/database.ts';
import { findDismissalOf, insertDismissal, type QuestionPair } from '../../store/duplicate-dismissals.ts';
import { requireRoom } from '../../store/kept-rows.ts';
import { type Answer, answerOnce, sendAnswer } from '../answer-once.ts';
import { principalOf } from '../principal.ts';
import { refuseMissingQuestions } from '../questions/refuse-missing.ts';
import { refusePlayers } from '../refuse-players.ts';
import { idempotencyHeader, POST_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import type { DismissalRequest } from './schema.ts';

export const createDismissal = (deps: Deps) =>
  route<{ Body: DismissalRequest }>({
    method: 'POST',
    url: '/duplicates/dismissals',
    schema: {
      operationId: 'createDismissal',
      tags: ['duplicates'],
      security: needs('questions:write'),
      summary: 'Mark two questions as not the same: later analyses do not report them as duplicates',
      headers: idempotencyHeader,
      body: { $ref: 'DismissalRequest#' },
      response: responses(
        {
          200: {
            description: 'The pair was marked before: that dismissal, with its own note',
            schema: { $ref: 'Dismissal#' },
          },
          201: { description: 'The dismissal', schema: { $ref: 'Dismissal#' } },
        },
        POST_REFUSALS,
      ),
    },
    handler: async (request, reply) => {
      refusePlayers(deps, request, 'notes about pairs');
      const ids = request.body.question_ids.map((id) => id.toLowerCase());
      const pair = readPair(ids);
      const answer = await answerOnce(deps, request, async (tx) => {
        await refuseMissingQuestions(tx, ids, '#/question_ids');
        await requireRoom(tx, 'duplicate_dismissals', principalOf(request));
        return dismiss(deps, request, tx, { pair, note: request.body.note ?? null });
      });
      return sendAnswer(reply, answer);
    },
  });

/** The schema tells equal texts apart, not the spellings of one id. */
function readPair(ids: readonly string[]): QuestionPair {
  const [one = '', two = ''] = ids;
  if (one === two) {
    const detail = 'question_ids names one question twice.';
    throw violationError([{ code: 'invalid_format', detail, pointer: '#/question_ids' }]);
  }
  return one < two ? [one, two] : [two, one];
}

async function dismiss(
  deps: Deps,
  request: FastifyRequest,
  tx: Executor,
  { pair, note }: { pair: QuestionPair; note: string | null },
): Promise<Answer> {
  const made = await insertDismissal(tx, {
    id: deps.newId(),
    question_ids: pair,
    note,
    created_at: deps.now(),
    created_by: principalOf(request),
  });
  if (made !== undefined) {
    const location = `${requestBase(request)}/duplicates/dismissals/${made.id}`;
    return { status: 201, headers: { location }, body: JSON.stringify(made) };
  }
  const before = await findDismissalOf(tx, pair);
  if (before === undefined) throw new Error('a pair that is marked already is not there');
  return { status: 200, headers: {}, body: JSON.stringify(before) };
}
