import type { FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import type { Analysis } from '../../store/analyses.ts';
import { principalOf } from '../principal.ts';

/** Everybody reads every analysis of the bank; ending one is for whoever began it, and for the operator. */
export function refuseStrangers(request: FastifyRequest, { owner }: Analysis): void {
  if (owner === principalOf(request) || request.principal.kind === 'operator') return;
  throw new AppError('insufficient_scope', {
    detail: 'The analysis was begun by another principal; only that one and the operator may cancel or delete it.',
  });
}
