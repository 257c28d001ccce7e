import { sealWebhookSecret } from '../../access/webhook-secrets.ts';
import type { Deps } from '../../deps.ts';
import { newWebhookSecret } from '../../domain/webhooks/signature.ts';
import { violationError } from '../../errors.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { requestBase } from '../../plugins/access/origin.ts';
import { requireQuota } from '../../store/database/kept-rows.ts';
import { findEventsEnd } from '../../store/events.ts';
import { startRelay } from '../../store/webhooks/relay.ts';
import { insertWebhook } from '../../store/webhooks/webhooks.ts';
import { route } from '../route.ts';
import { requireCreator } from '../shared/credential-schema.ts';
import { principalOf } from '../shared/principal.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import type { WebhookRequest } from './schema.ts';
import { checkUrl, readCategories, requireScopes } from './shared/check.ts';

export const createWebhook = (deps: Deps) =>
  route<{ Body: WebhookRequest }>({
    method: 'POST',
    url: '/webhooks',
    schema: {
      operationId: 'createWebhook',
      tags: ['webhooks'],
      security: needs('webhooks:manage'),
      summary: 'Have events sent to a URL, signed by a secret that is shown only once',
      headers: idempotencyHeader,
      body: { $ref: 'WebhookRequest#' },
      response: responses(
        { 201: { description: 'The webhook and its secret', schema: { $ref: 'NewWebhook#' }, headers: ['Location'] } },
        POST_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const { url, description = null, types = null } = request.body;
      const { scopes } = request.principal;
      requireScopes(deps, request, scopes, types);
      const violations = checkUrl(deps, url);
      if (violations.length > 0) throw violationError(violations);
      const categories = readCategories(deps, request.body.categories ?? null);
      const created_by = principalOf(request);
      const end = await findEventsEnd(deps.db.writes);
      const result = await replyOnce(
        deps,
        request,
        async (tx) => {
          await requireCreator(deps, request, tx);
          await requireQuota(tx, 'webhooks', created_by);
          const secret = newWebhookSecret();
          const sealed = await sealWebhookSecret(tx, deps.config.webhookKey, secret);
          const made = { id: deps.newId(), url, description, types, categories, scopes, created_by };
          await startRelay(tx, end);
          const webhook = await insertWebhook(tx, { ...made, created_at: deps.now(), secret: sealed });
          await auditOf(deps, request)('webhook.created', `webhook:${webhook.id}`, { tx, details: { url } });
          const location = `${requestBase(request)}/webhooks/${webhook.id}`;
          return { status: 201, headers: { location }, body: JSON.stringify({ ...webhook, secret }) };
        },
        { secret: true },
      );
      return sendReply(reply.header('cache-control', 'no-store'), result);
    },
  });
