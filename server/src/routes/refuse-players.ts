import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { insufficientScope } from '../plugins/access.ts';
import { hidesAnswers } from './principal.ts';

/** Whoever may not see answers may not see what tells about them either; `what` names it. */
export function refusePlayers(deps: Deps, request: FastifyRequest, what: string): void {
  if (!hidesAnswers(request)) return;
  throw insufficientScope(deps, request, ['questions:read'], `: ${what} tell about answers.`);
}
