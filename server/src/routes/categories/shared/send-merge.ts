import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestBase } from '../../../plugins/access/origin.ts';
import type { CategoryMerge } from '../../../store/categories/merges.ts';
import { presentMerge } from '../schema.ts';

export function sendMerge(request: FastifyRequest, reply: FastifyReply, merge: CategoryMerge): FastifyReply {
  const location = `${requestBase(request)}/categories/merges/${merge.id}`;
  return reply.code(202).headers({ location, 'retry-after': '1' }).send(presentMerge(merge));
}
