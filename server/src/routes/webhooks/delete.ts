import type { Deps } from '../../deps.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { inTransaction } from '../../store/database/database.ts';
import { notify } from '../../store/database/notices.ts';
import { deleteWebhook as deleteStored } from '../../store/webhooks/webhooks.ts';
import { route } from '../route.ts';
import { deletedResponses, preferMinimal, sendDeleted } from '../shared/deleted.ts';
import { requireSameContent } from '../shared/if-match.ts';
import { ownerFor } from '../shared/principal.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { webhookId, webhookPath } from './schema.ts';
import { requireOwnWebhook } from './shared/own-scopes.ts';

export const deleteWebhook = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'DELETE',
    url: '/webhooks/:id',
    schema: {
      operationId: 'deleteWebhook',
      tags: ['webhooks'],
      security: needs('webhooks:manage'),
      summary: 'Delete a webhook with its deliveries; a message under way may still arrive',
      params: webhookPath,
      headers: preferMinimal,
      response: responses(deletedResponses('Deleted', 'Deleted'), [...BODY_REJECTIONS, 404, 412]),
    },
    handler: async (request, reply) => {
      const id = webhookId(request.params);
      await inTransaction(deps.db.writes, async (tx) => {
        const { webhook } = await requireOwnWebhook(deps, tx, request, id);
        requireSameContent(request, webhook, 'webhook');
        await deleteStored(tx, id, ownerFor(request));
        await notify(tx, 'webhook_ended', id);
        await auditOf(deps, request)('webhook.deleted', `webhook:${id}`, { tx });
      });
      return sendDeleted(request, reply, { id }, deps.now());
    },
  });
