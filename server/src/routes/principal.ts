import type { FastifyRequest } from 'fastify';
import { playsOnly } from '../domain/principal.ts';

/** Who is asking: the name under which they write, own and are counted. */
export function principalOf(request: FastifyRequest): string {
  return request.principal.id;
}

/** Whose things a manager of credentials may see: the operator everybody's, anybody else their own. */
export function ownerFor({ principal }: FastifyRequest): string | null {
  return principal.kind === 'operator' ? null : principal.id;
}

export function hidesAnswers(request: FastifyRequest): boolean {
  return playsOnly(request.principal);
}
