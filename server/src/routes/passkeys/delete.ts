import type { Deps } from '../../deps.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { inTransaction } from '../../store/database/database.ts';
import { deletePasskey as deleteStored } from '../../store/passkeys/passkeys.ts';
import { route } from '../route.ts';
import { deletedResponses, preferMinimal, sendDeleted } from '../shared/deleted.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { PEOPLE_ONLY } from '../shared/security.ts';
import { passkeyId, passkeyNotFound, passkeyPath } from './schema.ts';

export const deletePasskey = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'DELETE',
    url: '/passkeys/:id',
    config: { reauthenticate: true },
    schema: {
      operationId: 'deletePasskey',
      tags: ['passkeys'],
      security: PEOPLE_ONLY,
      summary: 'Delete one of your passkeys; sessions that it has opened continue',
      params: passkeyPath,
      headers: preferMinimal,
      response: responses(deletedResponses('Deleted', 'Deleted'), [...BODY_REJECTIONS, 404]),
    },
    handler: async (request, reply) => {
      const id = passkeyId(request.params);
      const person_id = request.principal.session?.person_id ?? '';
      await inTransaction(deps.db.writes, async (tx) => {
        if (!(await deleteStored(tx, id, person_id))) throw passkeyNotFound(id);
        await auditOf(deps, request)('passkey.deleted', `passkey:${id}`, { tx });
      });
      return sendDeleted(request, reply, { id }, deps.now());
    },
  });
