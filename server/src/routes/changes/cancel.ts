import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { endBulkChange } from '../../operations/changes/end-bulk-change.ts';
import { type ChangeRecord, findChange } from '../../store/changes/changes.ts';
import { endChange } from '../../store/changes/write.ts';
import { route } from '../route.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { requireRead } from '../shared/require-read.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { canceledBulk } from './examples.ts';
import { changeId, changeNotFound, changePath } from './schema.ts';
import { presentWhole } from './shared/present-whole.ts';

export const cancelChange = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'POST',
    url: '/changes/:id/cancel',
    schema: {
      operationId: 'cancelChange',
      tags: ['changes'],
      security: needs('questions:write'),
      summary:
        'Cancel a bulk change or a revert that is queued or running; changes already made stay, and can be reverted',
      headers: idempotencyHeader,
      params: changePath,
      response: responses(
        {
          200: {
            description: 'The change, canceled: `progress` says where it stopped',
            schema: { $ref: 'Change#' },
            example: canceledBulk,
          },
        },
        [...POST_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = changeId(request.params);
      const result = await replyOnce(deps, request, async (tx) => {
        const change = await findChange(tx, id);
        if (change === undefined) throw changeNotFound(id);
        requireRead(deps, request, 'changes');
        const isCancelable = change.kind === 'bulk' || change.kind === 'revert';
        if (!isCancelable || (await deps.queue.cancel(tx, id, deps.now())) === undefined)
          throw notCancelable((await findChange(tx, id)) ?? change);
        if (change.kind === 'bulk') await endBulkChange(tx, id, 'canceled');
        else await endChange(tx, id, 'canceled');
        const canceled = (await findChange(tx, id)) ?? change;
        return { status: 200, headers: {}, body: JSON.stringify(await presentWhole(tx, canceled)) };
      });
      reply.visibilityApplied = true;
      return sendReply(reply, result);
    },
  });

/** It may have ended since it was read. */
function notCancelable({ id, kind, status }: ChangeRecord): AppError {
  const isUnderWay = status === 'queued' || status === 'running';
  const detail = !isUnderWay
    ? `The change has already ended: its status is ${status}.`
    : kind === 'import'
      ? `An import is canceled by POST /imports/${id}/cancel.`
      : `A merge of categories is canceled by POST /categories/merges/${id}/cancel.`;
  return new AppError('change_not_cancelable', { detail });
}
