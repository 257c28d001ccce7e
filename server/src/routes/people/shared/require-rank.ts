import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { ROLE_SCOPES, type Role } from '../../../domain/people/role.ts';
import { insufficientScope } from '../../../plugins/access/access.ts';

/**
 * Callers may not change a person with more permissions than their own: anybody who sets the address of an administrator,
 * or holds their sign-in link, can become that administrator.
 */
export function requireRank(deps: Deps, request: FastifyRequest, role: Role): void {
  const missing = ROLE_SCOPES[role].filter((scope) => !request.principal.scopes.includes(scope));
  if (missing.length > 0)
    throw insufficientScope(deps, request, missing, `, which the role ${role} of the person has.`);
}
