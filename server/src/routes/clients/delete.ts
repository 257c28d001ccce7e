import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { route } from '../route.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { endClient } from './delete/end-client.ts';
import { clientId, clientPath } from './schema.ts';

const Deleted = Type.Object(
  { client_id: Type.String({ format: 'uuid' }), deleted: Type.Boolean() },
  {
    additionalProperties: false,
    examples: [{ client_id: '019d8a33-a6f0-7000-8000-000000000040', deleted: true }],
  },
);

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
      response: responses(
        { 200: { description: 'The client is deleted, with all credentials it has made', schema: Deleted } },
        [...BODY_REJECTIONS, 404],
      ),
    },
    handler: async (request) => {
      const id = clientId(request.params);
      await endClient(deps, request, id);
      return { client_id: id, deleted: true };
    },
  });
