import type { FastifyReply } from 'fastify';

/** Declares that the response also depends on this header of the request. */
export function varyBy(reply: FastifyReply, field: string): void {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? field : `${String(before)}, ${field}`);
}
