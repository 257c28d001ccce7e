import type { Deps } from '../../deps.ts';
import { findOauthClient } from '../../store/clients.ts';
import { route } from '../route.ts';
import { ownerFor } from '../shared/principal.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { clientId, clientNotFound, clientPath } from './schema.ts';

export const getClient = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/clients/:id',
    schema: {
      operationId: 'getClient',
      tags: ['clients'],
      security: needs('tokens:manage'),
      summary: 'One OAuth client, without its secret',
      params: clientPath,
      response: responses({ 200: { description: 'The client', schema: { $ref: 'Client#' } }, 304: NOT_MODIFIED }, [
        ...READ_REJECTIONS,
        404,
      ]),
    },
    handler: async (request) => {
      const id = clientId(request.params);
      const client = await findOauthClient(deps.db.reads, id, ownerFor(request));
      if (client === undefined) throw clientNotFound(id);
      return client;
    },
  });
