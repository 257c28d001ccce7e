import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../domain/http/network.ts';
import { managesAll } from '../../domain/tokens/principal.ts';

/** The name under which the caller writes, owns and is counted. */
export function principalOf(request: FastifyRequest): string {
  return request.principal.id;
}

/**
 * The owner of what the caller creates. Callers without a token share one name, and only their network distinguishes
 * them: what one began does not belong to another. Its digest, because not everybody who may read who did what may see
 * addresses.
 */
export function ownerOf({ principal, ip }: FastifyRequest): string {
  if (principal.kind !== 'anonymous') return principal.id;
  return `${principal.id}:${hash('sha256', networkOf(ip), 'hex').slice(0, 16)}`;
}

/**
 * Whose things a manager of credentials may see: the operator and administrators everybody's, anybody else only their
 * own.
 */
export function ownerFor({ principal }: FastifyRequest): string | null {
  return managesAll(principal) ? null : principal.id;
}

/** Whether the caller may clean up after other people. */
export function managesPeople({ principal }: FastifyRequest): boolean {
  return principal.scopes.includes('people:manage');
}
