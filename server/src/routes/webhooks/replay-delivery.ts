import type { Deps } from '../../deps.ts';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import { replayDelivery } from '../../store/webhooks/deliveries.ts';
import { route } from '../route.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { deliveryPath, webhookId } from './schema.ts';
import { requireEnabled } from './shared/require-enabled.ts';

export const replayWebhookDelivery = (deps: Deps) =>
  route<{ Params: { id: string; delivery_id: string } }>({
    method: 'POST',
    url: '/webhooks/:id/deliveries/:delivery_id/replay',
    schema: {
      operationId: 'replayWebhookDelivery',
      tags: ['webhooks'],
      security: needs('webhooks:manage'),
      summary: 'Deliver a message again, under the same `webhook-id`',
      headers: idempotencyHeader,
      params: deliveryPath,
      response: responses(
        { 202: { description: 'The delivery, which is repeated', schema: { $ref: 'WebhookDelivery#' } } },
        [...POST_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = webhookId(request.params);
      const { delivery_id } = request.params;
      const result = await replyOnce(deps, request, async (tx) => {
        await requireEnabled(deps, tx, request, id);
        const delivery = isUuid(delivery_id) ? await replayDelivery(tx, id, delivery_id, deps.now()) : undefined;
        if (delivery === undefined) throw new AppError('delivery_not_found');
        return { status: 202, headers: {}, body: JSON.stringify(delivery) };
      });
      return sendReply(reply, result);
    },
  });
