import type { Deps } from '../../deps.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { endedCookie } from '../../plugins/access/session-cookie.ts';
import { inTransaction } from '../../store/database/database.ts';
import { deleteSession as deleteStored } from '../../store/people/sessions.ts';
import { route } from '../route.ts';
import { deletedResponses, preferMinimal, sendDeleted } from '../shared/deleted.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { PEOPLE_ONLY } from '../shared/security.ts';

export const deleteSession = (deps: Deps) =>
  route({
    method: 'DELETE',
    url: '/session',
    schema: {
      operationId: 'deleteSession',
      tags: ['session'],
      security: PEOPLE_ONLY,
      summary: 'Sign out: the session ends, here at once and on every other node within a second',
      headers: preferMinimal,
      response: responses(deletedResponses('Signed out', 'EndedSession', ['Set-Cookie']), BODY_REJECTIONS),
    },
    handler: async (request, reply) => {
      const { id = '', person_id = '' } = request.principal.session ?? {};
      await inTransaction(deps.db.writes, async (tx) => {
        const ended = await deleteStored(tx, id, person_id);
        if (ended !== undefined) {
          await auditOf(deps, request)('session.ended', `session:${id}`, { tx, details: { reason: 'signed out' } });
        }
      });
      deps.authenticator.recheckAll();
      reply.header('set-cookie', endedCookie(request, deps.config));
      return sendDeleted(request, reply, { id, ended: true }, deps.now());
    },
  });
