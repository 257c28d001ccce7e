import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../domain/http/network.ts';
import { managesAll } from '../../domain/tokens/principal.ts';

/** The name under which the caller writes, owns and is counted. */
export function principalOf(request: FastifyRequest): string {
  return request.principal.id;
}

/**
 * The owner of what the caller creates. Callers without a token share one name and are distinguished by their network.
 * The digest of the network is used, because not everybody who may see owners may see addresses.
 */
export function ownerOf({ principal, ip }: FastifyRequest): string {
  if (principal.kind !== 'anonymous') return principal.id;
  return `${principal.id}:${hash('sha256', networkOf(ip), 'hex').slice(0, 16)}`;
}

/**
 * Whose credentials the caller may see: null, which means everybody's, for the operator and administrators, otherwise
 * only the caller's own.
 */
export function ownerFor({ principal }: FastifyRequest): string | null {
  return managesAll(principal) ? null : principal.id;
}

/** Whether the caller may clean up after other people. */
export function managesPeople({ principal }: FastifyRequest): boolean {
  return principal.scopes.includes('people:manage');
}
