import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { isUuid } from '../../domain/uuid.ts';
import { type Violation, violationError } from '../../errors.ts';
import { mergeQuestions } from '../../operations/questions/merge-questions.ts';
import { insufficientScope } from '../../plugins/access/access.ts';
import type { Executor } from '../../store/database/database.ts';
import { findQuestionForUpdate, type StoredQuestion } from '../../store/questions/questions.ts';
import { route } from '../route.ts';
import { changeHeader } from '../shared/change-header.ts';
import { principalOf } from '../shared/principal.ts';
import { type Reply, replyOnce, sendReply } from '../shared/reply-once.ts';
import { requireRead } from '../shared/require-read.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { mergedPlanet } from './examples.ts';
import type { MergeRequest } from './merge/schema.ts';
import { missingQuestion, questionId } from './read/not-found.ts';
import { questionPath } from './schema.ts';
import { checkIfMatch } from './write/precondition.ts';
import { presentWritten } from './write/present-written.ts';

type Request = FastifyRequest<{ Params: { id: string }; Body: MergeRequest }>;

export const mergeQuestion = (deps: Deps) =>
  route<{ Params: { id: string }; Body: MergeRequest }>({
    method: 'POST',
    url: '/questions/:id/merge',
    schema: {
      operationId: 'mergeQuestion',
      tags: ['questions'],
      security: needs('questions:write'),
      summary: 'Merge another question into this one: take fields from it, and delete it',
      headers: idempotencyHeader,
      params: questionPath,
      body: { $ref: 'MergeRequest#' },
      response: responses(
        {
          200: {
            description: 'The question as it is now',
            schema: { $ref: 'Question#' },
            example: mergedPlanet,
            headers: ['ETag', 'Change-Id'],
          },
        },
        [...POST_REJECTIONS, 404, 412, 428],
      ),
    },
    handler: async (request, reply) => {
      const id = questionId(request.params);
      if (!request.principal.scopes.includes('questions:delete'))
        throw insufficientScope(deps, request, ['questions:delete'], ': a merge deletes the other question.');
      requireRead(deps, request, 'merges');
      const result = await replyOnce(deps, request, (tx) => merge(deps, request, tx, id));
      reply.visibilityApplied = true;
      return sendReply(reply, result);
    },
  });

async function merge(deps: Deps, request: Request, tx: Executor, id: string): Promise<Reply> {
  const { take } = request.body;
  const otherId = request.body.other.toLowerCase();
  const [survivor, other] = await lockBoth(tx, id, otherId);
  if (survivor === undefined || survivor.deleted_at !== null) throw await missingQuestion(tx, request, id, survivor);
  checkIfMatch(request, survivor.version, deps.config);
  if (other === undefined || other.deleted_at !== null || otherId === id) throw invalidOther(request.body.other, id);
  const merged = await mergeQuestions(deps, tx, { survivor, other, take }, principalOf(request));
  const { etag, body } = presentWritten(request, merged);
  return { status: 200, headers: { etag, ...changeHeader(merged) }, body };
}

/** Locks in the order of ids, like everything that locks several questions. */
async function lockBoth(tx: Executor, id: string, otherId: string): Promise<(StoredQuestion | undefined)[]> {
  if (otherId < id && isUuid(otherId)) {
    const other = await findQuestionForUpdate(tx, otherId);
    return [await findQuestionForUpdate(tx, id), other];
  }
  return [await findQuestionForUpdate(tx, id), await findQuestionForUpdate(tx, otherId)];
}

function invalidOther(other: string, id: string): Error {
  const violation: Violation =
    other.toLowerCase() === id
      ? { code: 'not_allowed', detail: 'A question cannot be merged into itself.', pointer: '#/other' }
      : { code: 'resource_missing', detail: `No question has the id "${other}".`, pointer: '#/other' };
  return violationError([violation]);
}
