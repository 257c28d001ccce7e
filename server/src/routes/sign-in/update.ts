import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { inTransaction } from '../../store/database/database.ts';
import { appendEvents } from '../../store/events.ts';
import { findPerson, lockPeople, updatePerson } from '../../store/people/people.ts';
import { personUpdated } from '../people/shared/person-updated.ts';
import { route } from '../route.ts';
import { principalOf } from '../shared/principal.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { PEOPLE_ONLY } from '../shared/security.ts';
import type { SessionChange } from './schema.ts';
import { currentSession } from './shared/present.ts';

/** People change their own name only. Address and role decide who can sign in, and as what. */
export const updateSession = (deps: Deps) =>
  route<{ Body: SessionChange }>({
    method: 'PATCH',
    url: '/session',
    schema: {
      operationId: 'updateSession',
      tags: ['session'],
      security: PEOPLE_ONLY,
      summary: 'Change the own name of the person who is signed in',
      body: { $ref: 'SessionChange#' },
      response: responses(
        { 200: { description: 'The session, with the new name', schema: { $ref: 'CurrentSession#' } } },
        BODY_REJECTIONS,
      ),
    },
    handler: async (request) => {
      const { id = '', person_id = '' } = request.principal.session ?? {};
      const { name } = request.body;
      await inTransaction(deps.db.writes, async (tx) => {
        await lockPeople(tx);
        const found = await findPerson(tx, person_id);
        if (found === undefined || found.removed_at !== null) throw new AppError('session_ended');
        if (found.name === name) return;
        const updated = await updatePerson(tx, person_id, { ...found, name }, deps.now());
        if (updated === undefined) throw new AppError('session_ended');
        await auditOf(deps, request)('person.updated', `person:${person_id}`, { tx, details: { fields: ['name'] } });
        await appendEvents(tx, [personUpdated(updated, ['name'], principalOf(request))]);
      });
      deps.authenticator.recheckAll();
      return currentSession(deps, deps.db.access, id);
    },
  });
