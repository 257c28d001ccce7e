import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../errors.ts';
import type { Analysis } from '../../../store/analysis/analyses.ts';
import { ownerOf } from '../../shared/principal.ts';

/** Everybody may read every analysis of the bank; only its owner and the operator may cancel or delete it. */
export function requireOwner(request: FastifyRequest, { owner }: Analysis): void {
  if (owner === ownerOf(request) || request.principal.kind === 'operator') return;
  throw new AppError('insufficient_scope', {
    detail:
      'The analysis was started by another principal. Only that principal and the operator may cancel or delete it.',
  });
}
