import type { Deps } from '../../deps.ts';
import { violationError } from '../../errors.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { inTransaction } from '../../store/database/database.ts';
import { notify } from '../../store/database/notices.ts';
import { findEventsEnd } from '../../store/events.ts';
import { startRelay } from '../../store/webhooks/relay.ts';
import { updateWebhook as updateStored } from '../../store/webhooks/webhooks.ts';
import { route } from '../route.ts';
import { requireCreator } from '../shared/credential-schema.ts';
import { requireSameContent } from '../shared/if-match.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { exampleChanged, type WebhookChange, webhookId, webhookPath } from './schema.ts';
import { checkUrl, readCategories, requireScopes } from './shared/check.ts';
import { requireOwnWebhook, typesSent } from './shared/own-scopes.ts';

export const updateWebhook = (deps: Deps) =>
  route<{ Params: { id: string }; Body: WebhookChange }>({
    method: 'PATCH',
    url: '/webhooks/:id',
    schema: {
      operationId: 'updateWebhook',
      tags: ['webhooks'],
      security: needs('webhooks:manage'),
      summary: 'Change a webhook, disable it or enable it again; fields left out keep their value',
      params: webhookPath,
      body: { $ref: 'WebhookChange#' },
      response: responses(
        { 200: { description: 'The webhook', schema: { $ref: 'Webhook#' }, example: exampleChanged } },
        [...BODY_REJECTIONS, 404, 412],
      ),
    },
    handler: async (request) => {
      const id = webhookId(request.params);
      const change = request.body;
      const violations = change.url === undefined ? [] : checkUrl(deps, change.url);
      if (violations.length > 0) throw violationError(violations);
      const asked = readCategories(deps, change.categories ?? null);
      const end = await findEventsEnd(deps.db.writes);
      return inTransaction(deps.db.writes, async (tx) => {
        await requireCreator(deps, request, tx); // a person who is being removed cannot enable a webhook
        await startRelay(tx, end); // locked before the webhook, as when the relay is stopped
        const found = await requireOwnWebhook(deps, tx, request, id);
        requireSameContent(request, found.webhook, 'webhook');
        const { url, description, types, enabled, ...rest } = { ...found.webhook, ...change };
        requireScopes(deps, request, found.scopes, change.types ?? null);
        requireScopes(deps, request, request.principal.scopes, typesSent(found.scopes, types));
        const categories = change.categories === undefined ? rest.categories : asked;
        const changed = { url, description, types, categories, enabled };
        const webhook = await updateStored(tx, id, changed, deps.now());
        if (!enabled) await notify(tx, 'webhook_ended', id);
        const details = { fields: Object.keys(change).sort(), url };
        await auditOf(deps, request)('webhook.updated', `webhook:${id}`, { tx, details });
        return webhook;
      });
    },
  });
