import type { Deps } from '../../deps.ts';
import { messageId, TEST_TYPE, testEnvelope } from '../../domain/webhooks/envelope.ts';
import { insertDelivery } from '../../store/webhooks/deliveries.ts';
import { route } from '../route.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { webhookId, webhookPath } from './schema.ts';
import { requireEnabled } from './shared/require-enabled.ts';

export const testWebhook = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'POST',
    url: '/webhooks/:id/test',
    schema: {
      operationId: 'testWebhook',
      tags: ['webhooks'],
      security: needs('webhooks:manage'),
      summary: 'Send a message of type `webhook.test`, like any other message',
      headers: idempotencyHeader,
      params: webhookPath,
      response: responses(
        { 202: { description: 'Its delivery, which is about to start', schema: { $ref: 'WebhookDelivery#' } } },
        [...POST_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = webhookId(request.params);
      const result = await replyOnce(deps, request, async (tx) => {
        const webhook = await requireEnabled(deps, tx, request, id);
        const [eventId, now] = [deps.newId(), deps.now()];
        const message_id = messageId(id, eventId);
        const body = testEnvelope(eventId, webhook, now);
        const delivery = await insertDelivery(
          tx,
          { id: eventId, webhook_id: id, message_id, type: TEST_TYPE, body },
          now,
        );
        return { status: 202, headers: {}, body: JSON.stringify(delivery) };
      });
      return sendReply(reply, result);
    },
  });
