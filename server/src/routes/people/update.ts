import type { Deps } from '../../deps.ts';
import { ROLE_SCOPES } from '../../domain/people/role.ts';
import { endWebhooksMadeBy } from '../../operations/webhooks/disable.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { inTransaction } from '../../store/database/database.ts';
import { appendEvents } from '../../store/events.ts';
import { findPerson, lockPeople, updatePerson as updateStored } from '../../store/people/people.ts';
import { route } from '../route.ts';
import { requireSameContent } from '../shared/if-match.ts';
import { principalOf } from '../shared/principal.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { exampleChanged, type PersonChange, personId, personNotFound, personPath } from './schema.ts';
import { checkRole, keepAdministrator } from './shared/check-role.ts';
import { endCredentials } from './shared/end-credentials.ts';
import { personUpdated } from './shared/person-updated.ts';
import { requireRank } from './shared/require-rank.ts';

export const updatePerson = (deps: Deps) =>
  route<{ Params: { id: string }; Body: PersonChange }>({
    method: 'PATCH',
    url: '/people/:id',
    config: { reauthenticate: true },
    schema: {
      operationId: 'updatePerson',
      tags: ['people'],
      security: needs('people:manage'),
      summary:
        'Change the name, address or role of a person. A new role takes effect here at once, on other nodes within a second',
      params: personPath,
      body: { $ref: 'PersonChange#' },
      response: responses(
        { 200: { description: 'The person', schema: { $ref: 'Person#' }, example: exampleChanged } },
        [...BODY_REJECTIONS, 404, 409, 412],
      ),
    },
    handler: async (request) => {
      const id = personId(request.params);
      if (request.body.role !== undefined) checkRole(request.principal, request.body.role);
      const person = await inTransaction(deps.db.writes, async (tx) => {
        await lockPeople(tx);
        const found = await findPerson(tx, id);
        if (found === undefined || found.removed_at !== null) throw personNotFound(id);
        requireRank(deps, request, found.role);
        requireSameContent(request, found, 'person');
        const changed = { ...found, ...request.body };
        const fields = (['name', 'email', 'role'] as const).filter((field) => changed[field] !== found[field]);
        if (fields.length === 0) return found;
        if (changed.role !== 'administrator') await keepAdministrator(tx, found);
        const now = deps.now();
        const updated = await updateStored(tx, id, changed, now);
        if (!ROLE_SCOPES[changed.role].includes('webhooks:manage')) await endWebhooksMadeBy(tx, [`person:${id}`], now);
        const details = { fields, ...(fields.includes('role') && { from: found.role, to: changed.role }) };
        await auditOf(deps, request)('person.updated', `person:${id}`, { tx, details });
        if (updated === undefined) return found;
        await appendEvents(tx, [personUpdated(updated, fields, principalOf(request))]);
        return updated;
      });
      deps.authenticator.recheckAll();
      if (!ROLE_SCOPES[person.role].includes('tokens:manage')) await endCredentials(deps, request, id);
      return person;
    },
  });
