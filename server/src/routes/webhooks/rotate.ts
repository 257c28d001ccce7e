import { sealWebhookSecret } from '../../access/webhook-secrets.ts';
import type { Deps } from '../../deps.ts';
import { newWebhookSecret } from '../../domain/webhooks/signature.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { rotateWebhookSecret } from '../../store/webhooks/webhooks.ts';
import { route } from '../route.ts';
import { ownerFor } from '../shared/principal.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { exampleRotated, type WebhookRotation, webhookId, webhookNotFound, webhookPath } from './schema.ts';
import { requireOwnWebhook } from './shared/own-scopes.ts';

export const rotateWebhook = (deps: Deps) =>
  route<{ Params: { id: string }; Body: WebhookRotation }>({
    method: 'POST',
    url: '/webhooks/:id/rotate',
    schema: {
      operationId: 'rotateWebhook',
      tags: ['webhooks'],
      security: needs('webhooks:manage'),
      summary: 'Rotate the secret of a webhook; for a day messages are signed with both',
      headers: idempotencyHeader,
      params: webhookPath,
      body: { $ref: 'WebhookRotation#' },
      response: responses(
        {
          200: {
            description: 'The webhook and its new secret',
            schema: { $ref: 'NewWebhook#' },
            example: exampleRotated,
          },
        },
        [...POST_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = webhookId(request.params);
      const { grace_seconds } = request.body;
      const result = await replyOnce(
        deps,
        request,
        async (tx) => {
          await requireOwnWebhook(deps, tx, request, id);
          const now = deps.now();
          const secret = newWebhookSecret();
          const sealed = await sealWebhookSecret(tx, deps.config.webhookKey, secret);
          const changes = { secret: sealed, previousUntil: new Date(now.getTime() + grace_seconds * 1000), now };
          const webhook = await rotateWebhookSecret(tx, id, ownerFor(request), changes);
          if (webhook === undefined) throw webhookNotFound(id);
          await auditOf(deps, request)('webhook.rotated', `webhook:${id}`, { tx, details: { grace_seconds } });
          return { status: 200, headers: {}, body: JSON.stringify({ ...webhook, secret }) };
        },
        { secret: true },
      );
      return sendReply(reply.header('cache-control', 'no-store'), result);
    },
  });
