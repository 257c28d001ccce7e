import type { Deps } from '../../deps.ts';
import { findWebhook } from '../../store/webhooks/webhooks.ts';
import { route } from '../route.ts';
import { ownerFor } from '../shared/principal.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { webhookId, webhookNotFound, webhookPath } from './schema.ts';

export const getWebhook = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/webhooks/:id',
    schema: {
      operationId: 'getWebhook',
      tags: ['webhooks'],
      security: needs('webhooks:manage'),
      summary: 'A webhook: the events it is sent, and whether deliveries succeed',
      params: webhookPath,
      response: responses({ 200: { description: 'The webhook', schema: { $ref: 'Webhook#' } }, 304: NOT_MODIFIED }, [
        ...READ_REJECTIONS,
        404,
      ]),
    },
    handler: async (request) => {
      const id = webhookId(request.params);
      const webhook = await findWebhook(deps.db.reads, id, ownerFor(request));
      if (webhook === undefined) throw webhookNotFound(id);
      return webhook;
    },
  });
