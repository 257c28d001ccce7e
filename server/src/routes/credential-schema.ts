import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Deps } from '../deps.ts';
import { SCOPES, type Scope } from '../domain/scope.ts';
import { violationError } from '../errors.ts';
import { insufficientScope } from '../plugins/access.ts';
import { defaulted } from './defaulted.ts';

const scope = Type.Unsafe<Scope>({ type: 'string', enum: [...SCOPES] });

export const name = Type.String({ minLength: 1, maxLength: 100, description: 'What it is for' });
export const scopes = Type.Array(scope, { minItems: 1, maxItems: SCOPES.length });
export const time = Type.String({ format: 'date-time' });
export const timeOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' });

const MAX_GRACE_SECONDS = 7 * 24 * 60 * 60;

/** How long the secret before the rotation still counts, so that everybody who has it can be given the new one. */
export const RotateRequest = Type.Object(
  {
    grace_seconds: defaulted(
      Type.Integer({
        minimum: 0,
        maximum: MAX_GRACE_SECONDS,
        default: 3600,
        description: 'For so long the old secret still counts; 0 ends it at once',
      }),
    ),
  },
  { $id: 'RotateRequest', additionalProperties: false },
);
export type RotateRequest = Static<typeof RotateRequest>;

/** Nobody gives away what they do not have: each scope asked for must be among those that the caller may give. */
export function checkGrantable(asked: readonly Scope[], grantable: readonly Scope[]): void {
  const violations = asked
    .map((scope, index) => ({ scope, index }))
    .filter(({ scope }) => !grantable.includes(scope))
    .map(({ scope, index }) => ({
      code: 'not_allowed' as const,
      detail: `You cannot give the scope ${scope}; you can give ${grantable.join(', ')}.`,
      pointer: `#/scopes/${index}`,
      allowed: grantable,
    }));
  if (violations.length > 0) throw violationError(violations);
}

/** Whoever rotates a secret has it then: nobody gets by that what they may not do themselves. */
export function refuseRaise(deps: Deps, request: FastifyRequest, scopes: readonly Scope[]): void {
  const missing = scopes.filter((scope) => !request.principal.scopes.includes(scope));
  if (missing.length > 0) throw insufficientScope(deps, request, missing, ', which the credential has.');
}
