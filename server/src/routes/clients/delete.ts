import type { Deps } from '../../deps.ts';
import { route } from '../route.ts';
import { deletedResponses, preferMinimal, sendDeleted } from '../shared/deleted.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { endClient } from './delete/end-client.ts';
import { clientId, clientPath } from './schema.ts';

export const deleteClient = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'DELETE',
    url: '/clients/:id',
    config: { reauthenticate: true },
    schema: {
      operationId: 'deleteClient',
      tags: ['clients'],
      security: needs('tokens:manage'),
      summary: 'Delete an OAuth client; its access tokens and all API keys and clients that it has created end with it',
      params: clientPath,
      headers: preferMinimal,
      response: responses(
        deletedResponses('The client is deleted, with all credentials that it has created', 'DeletedClient'),
        [...BODY_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = clientId(request.params);
      await endClient(deps, request, id);
      return sendDeleted(request, reply, { id, client_id: id }, deps.now());
    },
  });
