import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { ROLE_SCOPES } from '../../domain/people/role.ts';
import { SCOPES, type Scope } from '../../domain/tokens/scope.ts';
import { AppError, violationError } from '../../errors.ts';
import { insufficientScope, invalidToken } from '../../plugins/access/access.ts';
import { holdOauthClient } from '../../store/clients.ts';
import type { Executor } from '../../store/database/database.ts';
import { holdPersonRole } from '../../store/people/people.ts';
import { defaulted } from './defaulted.ts';

const scope = Type.Unsafe<Scope>({ type: 'string', enum: [...SCOPES] });

export const name = Type.String({ minLength: 1, maxLength: 100, description: 'What it is used for' });
export const scopes = Type.Array(scope, { minItems: 1, maxItems: SCOPES.length });
export const time = Type.String({ format: 'date-time' });
export const timeOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' });

const MAX_GRACE_SECONDS = 7 * 24 * 60 * 60;

/** How long the previous secret works after a rotation, so that the new one can be deployed everywhere. */
export const RotateRequest = Type.Object(
  {
    grace_seconds: defaulted(
      Type.Integer({
        minimum: 0,
        maximum: MAX_GRACE_SECONDS,
        default: 3600,
        description: 'How long the old secret works; 0 ends it at once',
      }),
    ),
  },
  { $id: 'RotateRequest', additionalProperties: false, examples: [{ grace_seconds: 600 }] },
);
export type RotateRequest = Static<typeof RotateRequest>;

/** Callers can grant only scopes that they may grant. */
export function checkGrantable(asked: readonly Scope[], grantable: readonly Scope[]): void {
  const violations = asked
    .map((scope, index) => ({ scope, index }))
    .filter(({ scope }) => !grantable.includes(scope))
    .map(({ scope, index }) => ({
      code: 'not_allowed' as const,
      detail: `You cannot grant the scope ${scope}; you can grant ${grantable.join(', ')}.`,
      pointer: `#/scopes/${index}`,
      allowed: grantable,
    }));
  if (violations.length > 0) throw violationError(violations);
}

/** What a client or a person has created ends with them, so nothing may be created for one that was just removed. */
export async function requireCreator(deps: Deps, request: FastifyRequest, tx: Executor): Promise<void> {
  const { kind, id, session } = request.principal;
  if (session !== undefined) {
    const role = await holdPersonRole(tx, session.person_id);
    if (role === undefined) throw new AppError('session_ended');
    if (!ROLE_SCOPES[role].includes('tokens:manage')) throw insufficientScope(deps, request, ['tokens:manage']);
  }
  if (kind !== 'oauth_client') return;
  if (!(await holdOauthClient(tx, id.slice('client:'.length)))) throw invalidToken(deps, request);
}

/** Rotating a secret reveals it to the caller, who must not gain scopes that way. */
export function rejectRaise(deps: Deps, request: FastifyRequest, scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !request.principal.scopes.includes(scope));
  if (missing.length > 0) throw insufficientScope(deps, request, missing, ', which the credential has.');
}
