import { Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { isUuid } from '../../domain/uuid.ts';
import { AppError } from '../../errors.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { inTransaction } from '../../store/database/database.ts';
import { deleteSession } from '../../store/people/sessions.ts';
import { route } from '../route.ts';
import { deletedResponses, preferMinimal, sendDeleted } from '../shared/deleted.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { PEOPLE_ONLY } from '../shared/security.ts';

export const deleteOwnSession = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'DELETE',
    url: '/sessions/:id',
    schema: {
      operationId: 'deleteOwnSession',
      tags: ['session'],
      security: PEOPLE_ONLY,
      summary: 'Sign out of another browser: here at once, on every other node within a second',
      params: Type.Object({ id: Type.String({ description: 'Id of a session of yours' }) }),
      headers: preferMinimal,
      response: responses(deletedResponses('The session has ended', 'EndedSession'), [...BODY_REJECTIONS, 404]),
    },
    handler: async (request, reply) => {
      const id = request.params.id.toLowerCase();
      const { person_id = '' } = request.principal.session ?? {};
      await inTransaction(deps.db.writes, async (tx) => {
        const ended = isUuid(id) ? await deleteSession(tx, id, person_id) : undefined;
        if (ended === undefined) throw new AppError('session_not_found');
        await auditOf(deps, request)('session.ended', `session:${id}`, { tx, details: { reason: 'signed out' } });
      });
      deps.authenticator.recheckAll();
      return sendDeleted(request, reply, { id, ended: true }, deps.now());
    },
  });
