import type { FastifyReply } from 'fastify';
import type { Pagination } from '../../domain/http/page.ts';
import { mapInSlices } from '../../limits/slices.ts';

/** Sends a page whose rows may be large: writing a thousand rows of 16 KB at once would delay other requests. */
export async function sendPage(
  reply: FastifyReply,
  rows: readonly { fitting?: number | null }[],
  pagination: Pagination,
): Promise<FastifyReply> {
  const data = await mapInSlices(rows, ({ fitting: _fitting, ...row }) => JSON.stringify(row));
  return reply
    .type('application/json; charset=utf-8')
    .send(`{"data":[${data.join(',')}],"pagination":${JSON.stringify(pagination)}}`);
}
