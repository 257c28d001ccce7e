import type { Deps } from '../../deps.ts';
import type { AuditAction } from '../../domain/audit.ts';
import { appendAudit } from '../../store/audit.ts';
import { type Executor, inTransaction } from '../../store/database/database.ts';
import { findFirstAdministrator, insertPerson, lockPeople, type Person } from '../../store/people/people.ts';
import { makeLink } from './sign-in-link.ts';

/** A link to sign in as the first administrator, who is created if there is none. The previous link stops working. */
export function newAdministratorLink(deps: Deps, origin: string, program: string): Promise<string> {
  return inTransaction(deps.db.writes, async (tx) => {
    await lockPeople(tx);
    const note = (action: AuditAction, id: string) =>
      appendAudit(tx, {
        action,
        actor: 'operator',
        target: `person:${id}`,
        address: 'local',
        request_id: program,
        occurred_at: deps.now(),
        details: {},
      });
    const { id } = (await findFirstAdministrator(tx)) ?? (await makeAdministrator(deps, tx, note));
    const link = await makeLink(deps, tx, { personId: id, createdBy: 'operator', origin });
    await note('link.created', id);
    return link.sign_in_link;
  });
}

async function makeAdministrator(
  { newId, now }: Deps,
  tx: Executor,
  note: (action: AuditAction, id: string) => Promise<void>,
): Promise<Person> {
  const person = await insertPerson(tx, {
    id: newId(),
    name: 'Administrator',
    email: null,
    role: 'administrator',
    created_by: 'operator',
    created_at: now(),
  });
  await note('person.created', person.id);
  return person;
}
