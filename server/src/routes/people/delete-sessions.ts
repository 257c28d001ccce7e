import type { Deps } from '../../deps.ts';
import { auditEntry } from '../../plugins/access/audit.ts';
import { appendAuditEntries } from '../../store/audit.ts';
import { inTransaction } from '../../store/database/database.ts';
import { holdPersonRole } from '../../store/people/people.ts';
import { deleteSessionsOf } from '../../store/people/sessions.ts';
import { route } from '../route.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { personId, personNotFound, personPath } from './schema.ts';
import { requireRank } from './shared/require-rank.ts';

export const deletePersonSessions = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'DELETE',
    url: '/people/:id/sessions',
    config: { reauthenticate: true },
    schema: {
      operationId: 'deletePersonSessions',
      tags: ['people'],
      security: needs('people:manage'),
      summary: 'Sign a person out everywhere: here at once, on every other node within a second',
      params: personPath,
      response: responses({ 200: { description: 'All sessions have ended', schema: { $ref: 'EndedSessions#' } } }, [
        ...BODY_REJECTIONS,
        404,
      ]),
    },
    handler: async (request) => {
      const id = personId(request.params);
      const ended = await inTransaction(deps.db.writes, async (tx) => {
        const role = await holdPersonRole(tx, id);
        if (role === undefined) throw personNotFound(id);
        requireRank(deps, request, role);
        const sessions = await deleteSessionsOf(tx, id);
        const entries = sessions.map((session) => ({
          ...auditEntry(deps, request, 'session.ended', `session:${session.id}`),
          details: { person: id },
        }));
        if (entries.length > 0) await appendAuditEntries(tx, entries);
        return sessions.length;
      });
      deps.authenticator.recheckAll();
      return { person_id: id, ended };
    },
  });
