import type { FastifyReply } from 'fastify';

/** Says that the response depends on this header of the request, beside those that it depends on already. */
export function varyBy(reply: FastifyReply, field: string): void {
  const before = reply.getHeader('vary');
  reply.header('vary', before === undefined ? field : `${String(before)}, ${field}`);
}
