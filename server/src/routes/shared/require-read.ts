import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { visibilityOf } from '../../domain/questions/visibility.ts';
import { insufficientScope } from '../../plugins/access/access.ts';

/** Callers who may not see answers may not see anything that reveals them either; `what` is its name. */
export function requireRead(deps: Deps, request: FastifyRequest, what: string): void {
  if (visibilityOf(request.principal).answers) return;
  throw insufficientScope(deps, request, ['questions:read'], `: ${what} reveal answers.`);
}
