import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { DELIVERY_STATUSES, type DeliveryStatus, listDeliveries } from '../../store/webhooks/deliveries.ts';
import { findWebhook } from '../../store/webhooks/webhooks.ts';
import { route } from '../route.ts';
import { KeysetQuery, readKeysetPage } from '../shared/keyset-list.ts';
import { ownerFor } from '../shared/principal.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { webhookId, webhookNotFound, webhookPath } from './schema.ts';

const DeliveryQuery = Type.Object(
  {
    ...KeysetQuery.properties,
    status: Type.Optional(Type.Unsafe<DeliveryStatus>({ type: 'string', enum: [...DELIVERY_STATUSES] })),
  },
  { additionalProperties: false },
);

export const listWebhookDeliveries = (deps: Deps) =>
  route<{ Params: { id: string }; Querystring: Static<typeof DeliveryQuery> }>({
    method: 'GET',
    url: '/webhooks/:id/deliveries',
    schema: {
      operationId: 'listWebhookDeliveries',
      tags: ['webhooks'],
      security: needs('webhooks:manage'),
      summary: 'Messages and responses, newest first; kept for 7 days after they were completed',
      params: webhookPath,
      querystring: DeliveryQuery,
      response: responses(
        { 200: { description: 'A page of deliveries', schema: { $ref: 'WebhookDeliveryList#' } }, 304: NOT_MODIFIED },
        [...READ_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = webhookId(request.params);
      const { status, ...query } = request.query;
      if ((await findWebhook(deps.db.reads, id, ownerFor(request))) === undefined) throw webhookNotFound(id);
      const { rows: data, pagination } = await readKeysetPage(request, reply, query, {
        name: `deliveries of ${id} ${status ?? ''}`,
        list: (page) => listDeliveries(deps.db.reads, id, status, page),
        keyOf: (delivery) => delivery.id,
      });
      return { data, pagination };
    },
  });
