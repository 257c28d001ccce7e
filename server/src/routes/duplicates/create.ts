import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { violationError } from '../../errors.ts';
import { requestBase } from '../../plugins/access/origin.ts';
import type { Executor } from '../../store/database/database.ts';
import { requireRoom } from '../../store/database/kept-rows.ts';
import { findDismissalOf, insertDismissal, type QuestionPair } from '../../store/duplicates/dismissals.ts';
import { rejectMissingQuestions } from '../questions/read/reject-missing.ts';
import { route } from '../route.ts';
import { principalOf } from '../shared/principal.ts';
import { type Reply, replyOnce, sendReply } from '../shared/reply-once.ts';
import { requireRead } from '../shared/require-read.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
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
          201: { description: 'The dismissal', schema: { $ref: 'Dismissal#' }, headers: ['Location'] },
        },
        POST_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      requireRead(deps, request, 'notes about pairs');
      const ids = request.body.question_ids.map((id) => id.toLowerCase());
      const pair = readPair(ids);
      const result = await replyOnce(deps, request, async (tx) => {
        await rejectMissingQuestions(tx, ids, '#/question_ids');
        await requireRoom(tx, 'duplicate_dismissals', principalOf(request));
        return dismiss(deps, request, tx, { pair, note: request.body.note ?? null });
      });
      return sendReply(reply, result);
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
): Promise<Reply> {
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
