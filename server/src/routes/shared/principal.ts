import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../domain/http/network.ts';
import { managesAll } from '../../domain/tokens/principal.ts';

/** Who is asking: the name under which they write, own and are counted. */
export function principalOf(request: FastifyRequest): string {
  return request.principal.id;
}

/**
 * Whose things they are. Callers without a token have one name and nothing to tell them apart but their network: what one
 * began is not another's. Its digest, since an address is not for everybody who may read who did what.
 */
export function ownerOf({ principal, ip }: FastifyRequest): string {
  if (principal.kind !== 'anonymous') return principal.id;
  return `${principal.id}:${hash('sha256', networkOf(ip), 'hex').slice(0, 16)}`;
}

/** Whose things a manager of credentials may see: the operator and administrators everybody's, anybody else their own. */
export function ownerFor({ principal }: FastifyRequest): string | null {
  return managesAll(principal) ? null : principal.id;
}

/** Whether the caller may clean up after other people. */
export function managesPeople({ principal }: FastifyRequest): boolean {
  return principal.scopes.includes('people:manage');
}
