import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { endWebhooksMadeBy } from '../../operations/webhooks/disable.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { inTransaction } from '../../store/database/database.ts';
import { findPerson, lockPeople, removePerson } from '../../store/people/people.ts';
import { holdPerson } from '../../store/sign-in/people.ts';
import { route } from '../route.ts';
import { deletedResponses, preferMinimal, sendDeleted } from '../shared/deleted.ts';
import { requireSameContent } from '../shared/if-match.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { personId, personNotFound, personPath } from './schema.ts';
import { keepAdministrator } from './shared/check-role.ts';
import { endCredentials } from './shared/end-credentials.ts';
import { requireRank } from './shared/require-rank.ts';

export const deletePerson = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'DELETE',
    url: '/people/:id',
    config: { reauthenticate: true },
    schema: {
      operationId: 'deletePerson',
      tags: ['people'],
      security: needs('people:manage'),
      summary:
        'Remove a person: sessions end within a second, with all API keys and clients that the person has created',
      params: personPath,
      headers: preferMinimal,
      response: responses(deletedResponses('The person is removed; the name is kept', 'RemovedPerson'), [
        ...BODY_REJECTIONS,
        404,
        409,
        412,
      ]),
    },
    handler: async (request, reply) => {
      const id = personId(request.params);
      const { isNew, removed_at } = await remove(deps, request, id);
      deps.authenticator.recheckAll();
      const ended = await endCredentials(deps, request, id);
      if (!isNew && ended === 0) throw personNotFound(id); // removed before, with nothing left over
      return sendDeleted(request, reply, { id, removed: true, removed_at }, removed_at);
    },
  });

/** The person is removed first: from then on nobody acts in their name, even if the rest fails. */
function remove(deps: Deps, request: FastifyRequest, id: string): Promise<{ isNew: boolean; removed_at: Date }> {
  return inTransaction(deps.db.writes, async (tx) => {
    await lockPeople(tx);
    const person = await findPerson(tx, id);
    if (person === undefined) throw personNotFound(id);
    requireRank(deps, request, person.role);
    requireSameContent(request, person, 'person');
    if (person.removed_at !== null) return { isNew: false, removed_at: person.removed_at };
    await keepAdministrator(tx, person);
    const removed_at = deps.now();
    await holdPerson(tx, id); // waits for a passkey that is being registered
    await removePerson(tx, id, removed_at);
    await endWebhooksMadeBy(tx, [`person:${id}`], removed_at);
    const { name, role } = person;
    await auditOf(deps, request)('person.removed', `person:${id}`, { tx, details: { name, role } });
    return { isNew: true, removed_at };
  });
}
