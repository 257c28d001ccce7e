import { ROLE_SCOPES, ROLES, type Role } from '../../../domain/people/role.ts';
import type { Principal } from '../../../domain/tokens/principal.ts';
import { AppError, violationError } from '../../../errors.ts';
import type { Executor } from '../../../store/database/database.ts';
import { findOtherAdministrator, type Person } from '../../../store/people/people.ts';

/** Callers cannot grant scopes that they do not have. */
export function checkRole({ scopes }: Principal, role: Role): void {
  const grantable = ROLES.filter((each) => ROLE_SCOPES[each].every((scope) => scopes.includes(scope)));
  if (grantable.includes(role)) return;
  const can = grantable.length === 0 ? 'none' : grantable.join(', ');
  const detail = `You cannot grant the role ${role}, which has scopes that you lack; you can grant ${can}.`;
  throw violationError([{ code: 'not_allowed', detail, pointer: '#/role', allowed: grantable }]);
}

/** Keeps the last administrator, because nobody else could appoint one. Call it with people locked. */
export async function keepAdministrator(tx: Executor, { id, role }: Person): Promise<void> {
  if (role !== 'administrator' || (await findOtherAdministrator(tx, id)) !== undefined) return;
  throw new AppError('last_administrator');
}
