import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { insufficientScope } from '../../plugins/access.ts';
import type { Analysis } from '../../store/analyses.ts';
import { hidesAnswers, principalOf } from '../principal.ts';

/** Lengths, words and flaws of answers tell of the answers: whoever may not see them may not see analyses either. */
export function refusePlayers(deps: Deps, request: FastifyRequest): void {
  if (hidesAnswers(request)) {
    throw insufficientScope(deps, request, ['questions:read'], ': analyses tell about answers.');
  }
}

/** Everybody reads every analysis of the bank; ending one is for whoever began it, and for the operator. */
export function refuseStrangers(request: FastifyRequest, { owner }: Analysis): void {
  if (owner === principalOf(request) || request.principal.kind === 'operator') return;
  throw new AppError('insufficient_scope', {
    detail: 'The analysis was begun by another principal; only that one and the operator may cancel or delete it.',
  });
}
