import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { type ChangeKind, MAX_CHUNK_MEMBERS } from '../../domain/changes/change.ts';
import { AppError } from '../../errors.ts';
import { revertChangeAtOnce } from '../../operations/changes/revert-change.ts';
import { settleRaces } from '../../operations/questions/settle-races.ts';
import { holdPlaceOfJob, REVERTS } from '../../operations/quotas/unfinished-jobs.ts';
import { insufficientScope } from '../../plugins/access/access.ts';
import { requestBase } from '../../plugins/access/origin.ts';
import { chargeForRows } from '../../plugins/access/rate-limit.ts';
import { type ChangeRecord, findChange, findRevertUnderWay } from '../../store/changes/changes.ts';
import { startChange } from '../../store/changes/write.ts';
import { lockCount } from '../../store/database/count-lock.ts';
import type { Executor } from '../../store/database/database.ts';
import { route } from '../route.ts';
import { changeHeader } from '../shared/change-header.ts';
import { ownerOf, principalOf } from '../shared/principal.ts';
import { type Reply, replyOnce, sendReply } from '../shared/reply-once.ts';
import { requireRead } from '../shared/require-read.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { revertJob } from './examples.ts';
import { changeId, changeNotFound, changePath, includeChanged } from './schema.ts';
import { presentChange } from './shared/present.ts';
import { reopenCategory } from './shared/reopen-category.ts';

const RevertQuery = Type.Object(includeChanged, { additionalProperties: false });
type RevertQuery = Static<typeof RevertQuery>;

export const revertChange = (deps: Deps) =>
  route<{ Params: { id: string }; Querystring: RevertQuery }>({
    method: 'POST',
    url: '/changes/:id/revert',
    schema: {
      operationId: 'revertChange',
      tags: ['changes'],
      security: needs('questions:write'),
      summary:
        'Revert a change by a new change; questions that were changed since are left alone and listed. Deleting questions that the change created also needs `questions:delete`, and reverting a merge of categories `categories:manage`, because it adds the category again',
      headers: idempotencyHeader,
      params: changePath,
      querystring: RevertQuery,
      response: responses(
        {
          201: {
            description: 'The change is reverted, except for the conflicts',
            schema: { $ref: 'Revert#' },
            headers: ['Location', 'Change-Id'],
          },
          202: {
            description: `A change of more than ${MAX_CHUNK_MEMBERS} members is reverted by a job; its conflicts are among its items`,
            schema: { $ref: 'Change#' },
            example: revertJob,
            headers: ['Location', 'Change-Id'],
          },
        },
        [...POST_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = changeId(request.params);
      const { include_changed: isIncluded = false } = request.query;
      const work = () => replyOnce(deps, request, (tx) => revert(deps, request, reply, tx, { id, isIncluded }));
      reply.visibilityApplied = true;
      const result = await settleRaces(work);
      await deps.categories.refresh(); // it may have added one
      return sendReply(reply, result);
    },
  });

async function revert(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  tx: Executor,
  { id, isIncluded }: { id: string; isIncluded: boolean },
): Promise<Reply> {
  const change = await findChange(tx, id);
  if (change === undefined) throw changeNotFound(id);
  requireRead(deps, request, 'reverts');
  if (change.status === 'queued' || change.status === 'running') throw unfinished('The change is still being written.');
  await lockCount(tx, 'reverts of a change', id);
  const underWay = await findRevertUnderWay(tx, id);
  if (underWay !== undefined) throw unfinished(`The change ${underWay} is already reverting it.`);
  await chargeForRows(deps, request, reply, change.count);
  const [revertId, actor] = [deps.newId(), principalOf(request)];
  const headers = { location: `${requestBase(request)}/changes/${revertId}`, ...changeHeader({ change_id: revertId }) };
  await reopenCategory(deps, request, tx, change);
  await startChange(tx, { id: revertId, kind: 'revert', actor, reverts: id });
  const required = async () => (await findChange(tx, revertId)) as ChangeRecord;
  if (change.count > MAX_CHUNK_MEMBERS) {
    if (MAY_DELETE.includes(change.kind)) requireDelete(deps, request);
    const owner = ownerOf(request);
    await holdPlaceOfJob(tx, REVERTS, owner, deps.config.bulkUnfinished);
    await deps.queue.submit(tx, 'change.revert', {
      id: revertId,
      owner,
      now: deps.now(),
      data: { change_id: id, actor, include_changed: isIncluded },
    });
    const body = JSON.stringify(presentChange(await required()));
    return { status: 202, headers: { ...headers, 'retry-after': '1' }, body };
  }
  const onDelete = () => requireDelete(deps, request);
  const { written, conflicts, unchanged } = await revertChangeAtOnce(deps, tx, {
    ...{ id, revertId, actor, onDelete },
    includeChanged: isIncluded,
  });
  const shown = {
    change: presentChange(await required()),
    reverted: written.length,
    unchanged,
    conflicts,
  };
  return { status: 201, headers, body: JSON.stringify(shown) };
}

function unfinished(detail: string): AppError {
  return new AppError('change_unfinished', { detail, headers: { 'retry-after': '1' } });
}

/** Kinds of changes whose revert may delete questions. For small changes, the members themselves decide. */
const MAY_DELETE: readonly ChangeKind[] = ['create', 'array', 'import', 'restore', 'revert', 'bulk', 'merge'];

function requireDelete(deps: Deps, request: FastifyRequest): void {
  if (request.principal.scopes.includes('questions:delete')) return;
  throw insufficientScope(deps, request, ['questions:delete'], ': reverting the change deletes questions.');
}
