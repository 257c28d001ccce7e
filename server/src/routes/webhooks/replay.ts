import type { Deps } from '../../deps.ts';
import { chargeForRows } from '../../plugins/access/rate-limit.ts';
import { replayFailedDeliveries } from '../../store/webhooks/deliveries.ts';
import { route } from '../route.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { type ReplayRequest, webhookId, webhookPath } from './schema.ts';
import { requireEnabled } from './shared/require-enabled.ts';

export const replayFailed = (deps: Deps) =>
  route<{ Params: { id: string }; Body: ReplayRequest }>({
    method: 'POST',
    url: '/webhooks/:id/replay',
    schema: {
      operationId: 'replayFailedDeliveries',
      tags: ['webhooks'],
      security: needs('webhooks:manage'),
      summary: 'Repeat deliveries that have failed since a given time',
      headers: idempotencyHeader,
      params: webhookPath,
      body: { $ref: 'ReplayRequest#' },
      response: responses(
        { 202: { description: 'The number of deliveries that are repeated', schema: { $ref: 'Replayed#' } } },
        [...POST_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = webhookId(request.params);
      const since = new Date(request.body.since);
      const result = await replyOnce(deps, request, async (tx) => {
        await requireEnabled(deps, tx, request, id);
        const replayed = await replayFailedDeliveries(tx, id, since, deps.now());
        await chargeForRows(deps, request, reply, replayed);
        return { status: 202, headers: {}, body: JSON.stringify({ replayed }) };
      });
      return sendReply(reply, result);
    },
  });
