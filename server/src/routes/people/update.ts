import type { Deps } from '../../deps.ts';
import { ROLE_SCOPES } from '../../domain/people/role.ts';
import { auditOf } from '../../plugins/access/audit.ts';
import { inTransaction } from '../../store/database/database.ts';
import { findPerson, lockPeople, updatePerson as updateStored } from '../../store/people/people.ts';
import { route } from '../route.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { exampleChanged, type PersonChange, personId, personNotFound, personPath } from './schema.ts';
import { checkRole, keepAdministrator } from './shared/check-role.ts';
import { endCredentials } from './shared/end-credentials.ts';

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
        'Change the name, address or role of a person; a role counts here at once, on other nodes within a second',
      params: personPath,
      body: { $ref: 'PersonChange#' },
      response: responses(
        { 200: { description: 'The person', schema: { $ref: 'Person#' }, example: exampleChanged } },
        [...BODY_REJECTIONS, 404, 409],
      ),
    },
    handler: async (request) => {
      const id = personId(request.params);
      if (request.body.role !== undefined) checkRole(request.principal, request.body.role);
      const person = await inTransaction(deps.db.writes, async (tx) => {
        await lockPeople(tx);
        const found = await findPerson(tx, id);
        if (found === undefined || found.removed_at !== null) throw personNotFound(id);
        const changed = { ...found, ...request.body };
        const fields = (['name', 'email', 'role'] as const).filter((field) => changed[field] !== found[field]);
        if (fields.length === 0) return found;
        if (changed.role !== 'administrator') await keepAdministrator(tx, found);
        const updated = await updateStored(tx, id, changed, deps.now());
        const details = { fields, ...(fields.includes('role') && { from: found.role, to: changed.role }) };
        await auditOf(deps, request)('person.updated', `person:${id}`, { tx, details });
        return updated ?? found;
      });
      deps.authenticator.recheckAll();
      if (!ROLE_SCOPES[person.role].includes('tokens:manage')) await endCredentials(deps, request, id);
      return person;
    },
  });
