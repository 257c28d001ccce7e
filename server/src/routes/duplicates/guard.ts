import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { insufficientScope } from '../../plugins/access.ts';
import { hidesAnswers } from '../principal.ts';

/** A note says why two questions differ, often by their answers: whoever may not see those does not mark pairs either. */
export function refusePlayers(deps: Deps, request: FastifyRequest): void {
  if (hidesAnswers(request)) {
    throw insufficientScope(deps, request, ['questions:read'], ': notes about pairs tell about answers.');
  }
}
