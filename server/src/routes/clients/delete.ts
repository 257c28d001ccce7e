import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { auditOf } from '../../plugins/audit.ts';
import { inTransaction } from '../../store/database.ts';
import { deleteOauthClient } from '../../store/oauth-clients.ts';
import { ownerFor } from '../principal.ts';
import { BODY_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { clientId, clientNotFound, clientPath } from './schema.ts';

const Deleted = Type.Object(
  { client_id: Type.String({ format: 'uuid' }), deleted: Type.Boolean() },
  { additionalProperties: false },
);

export const deleteClient = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'DELETE',
    url: '/clients/:id',
    schema: {
      operationId: 'deleteClient',
      tags: ['clients'],
      security: needs('tokens:manage'),
      summary: 'Delete an OAuth client; its access tokens end with it',
      params: clientPath,
      response: responses({ 200: { description: 'The client is gone', schema: Deleted } }, [...BODY_REFUSALS, 404]),
    },
    handler: async (request) => {
      const id = clientId(request.params);
      await inTransaction(deps.db.writes, async (tx) => {
        if (!(await deleteOauthClient(tx, id, ownerFor(request)))) throw clientNotFound(id);
        await auditOf(deps, request)('client.deleted', `client:${id}`, { tx });
      });
      deps.authenticator.recheckAll();
      return { client_id: id, deleted: true };
    },
  });
