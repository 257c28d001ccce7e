import type { Deps } from '../../deps.ts';
import { listOauthClients } from '../../store/clients.ts';
import { route } from '../route.ts';
import { KeysetQuery, readKeysetPage } from '../shared/keyset-list.ts';
import { ownerFor } from '../shared/principal.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';

export const listOwnClients = (deps: Deps) =>
  route<{ Querystring: KeysetQuery }>({
    method: 'GET',
    url: '/clients',
    schema: {
      operationId: 'listClients',
      tags: ['clients'],
      security: needs('tokens:manage'),
      summary: 'The OAuth clients you have made; the operator sees everybody’s',
      querystring: KeysetQuery,
      response: responses(
        {
          200: { description: 'A page of clients, without their secrets', schema: { $ref: 'ClientList#' } },
          304: NOT_MODIFIED,
        },
        READ_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const { rows: data, pagination } = await readKeysetPage(request, reply, request.query, {
        name: `clients of ${ownerFor(request)}`,
        list: (page) => listOauthClients(deps.db.reads, ownerFor(request), page),
        keyOf: ({ id }) => id,
      });
      return { data, pagination };
    },
  });
