import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { authenticationRequired } from '../../plugins/access/access.ts';

/** Anonymous callers cannot be distinguished, so they may not create anything that has an author or owner. */
export function requireIdentity(deps: Deps, request: FastifyRequest, what: string): void {
  if (request.principal.kind !== 'anonymous') return;
  throw authenticationRequired(deps, request, `${what} need an owner: call with a token, or sign in.`);
}
