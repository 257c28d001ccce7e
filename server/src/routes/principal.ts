import type { FastifyRequest } from 'fastify';

/** Who is asking. Until access control is in place every caller is the same one. */
export function principalOf(_request: FastifyRequest): string {
  return 'anonymous';
}
