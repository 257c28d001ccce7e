import type { Deps } from '../../deps.ts';
import { listWebhooks as listStored } from '../../store/webhooks/webhooks.ts';
import { route } from '../route.ts';
import { KeysetQuery, readKeysetPage } from '../shared/keyset-list.ts';
import { ownerFor } from '../shared/principal.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';

export const listWebhooks = (deps: Deps) =>
  route<{ Querystring: KeysetQuery }>({
    method: 'GET',
    url: '/webhooks',
    schema: {
      operationId: 'listWebhooks',
      tags: ['webhooks'],
      security: needs('webhooks:manage'),
      summary: 'Your webhooks, without their secrets; the operator sees everybody’s',
      querystring: KeysetQuery,
      response: responses(
        { 200: { description: 'A page of webhooks', schema: { $ref: 'WebhookList#' } }, 304: NOT_MODIFIED },
        READ_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const { rows: data, pagination } = await readKeysetPage(request, reply, request.query, {
        name: `webhooks of ${ownerFor(request)}`,
        list: (page) => listStored(deps.db.reads, ownerFor(request), page),
        keyOf: ({ id }) => id,
      });
      return { data, pagination };
    },
  });
