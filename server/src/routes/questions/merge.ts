import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { mergedContent } from '../../domain/questions/merge.ts';
import { nextVersion } from '../../domain/questions/next-version.ts';
import { changedFields, renderQuestion } from '../../domain/questions/question.ts';
import { isUuid } from '../../domain/uuid.ts';
import { type Violation, violationError } from '../../errors.ts';
import { insufficientScope } from '../../plugins/access/access.ts';
import { insertChange } from '../../store/change-sets/write.ts';
import type { Executor } from '../../store/database/database.ts';
import { appendEvents } from '../../store/events.ts';
import { insertQuestionMerge } from '../../store/questions/merges.ts';
import {
  findQuestionForUpdate,
  type StoredQuestion,
  updateQuestion,
  type WrittenQuestion,
} from '../../store/questions/questions.ts';
import { route } from '../route.ts';
import { principalOf } from '../shared/principal.ts';
import { type Reply, replyOnce, sendReply } from '../shared/reply-once.ts';
import { requireRead } from '../shared/require-read.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { mergedPlanet } from './examples.ts';
import type { MergeRequest } from './merge/schema.ts';
import { missingQuestion, questionId } from './read/not-found.ts';
import { questionPath } from './schema.ts';
import { keepHistory } from './write/keep-history.ts';
import { questionEvent } from './write/new-question.ts';
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
  if (other === undefined || other.deleted_at !== null || otherId === id) throw wrongOther(request.body.other, id);
  const [actor, now, change_id] = [principalOf(request), deps.now(), deps.newId()];
  const change = { change_id, kind: null };
  const categories = await deps.categories.including(other.category);
  // First, so that its external id can be taken.
  const next = nextVersion(other, actor, now);
  const removed = { ...next, deleted_at: next.updated_at };
  const written = [await updateQuestion(tx, removed, categories, change)];
  const events = [questionEvent('question.deleted', removed, { actor, change_id })];
  const content = mergedContent(survivor, other, take);
  content.category = categories.successorOf(categories.require(content.category)).name;
  const changed = take.length === 0 ? [] : changedFields(survivor, content);
  let merged: WrittenQuestion & { question: StoredQuestion } = { question: survivor, body: renderQuestion(survivor) };
  if (changed.length > 0) {
    const question = nextVersion({ ...survivor, ...content }, actor, now);
    merged = { ...(await updateQuestion(tx, question, categories, change)), question };
    written.push(merged);
    events.push(questionEvent('question.updated', question, { actor, change_id, changed }));
  }
  await appendEvents(tx, events);
  await insertQuestionMerge(
    tx,
    { question_id: removed.id, version: removed.version, merged_into: id, change_id },
    merged.question.version,
  );
  await insertChange(
    tx,
    { id: change_id, kind: 'merge', actor },
    written.map(({ question }) => question),
  );
  await keepHistory(deps, tx, actor, written);
  const { etag, body } = presentWritten(request, merged);
  return { status: 200, headers: { etag, 'change-id': change_id }, body };
}

/** In the order of ids, as all who lock several. */
async function lockBoth(tx: Executor, id: string, otherId: string): Promise<(StoredQuestion | undefined)[]> {
  if (otherId < id && isUuid(otherId)) {
    const other = await findQuestionForUpdate(tx, otherId);
    return [await findQuestionForUpdate(tx, id), other];
  }
  return [await findQuestionForUpdate(tx, id), await findQuestionForUpdate(tx, otherId)];
}

function wrongOther(other: string, id: string): Error {
  const violation: Violation =
    other.toLowerCase() === id
      ? { code: 'not_allowed', detail: 'A question cannot be merged into itself.', pointer: '#/other' }
      : { code: 'resource_missing', detail: `No question has the id "${other}".`, pointer: '#/other' };
  return violationError([violation]);
}
