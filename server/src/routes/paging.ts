import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pagination } from '../domain/page.ts';
import { AppError } from '../errors.ts';
import { requestBase } from '../plugins/origin.ts';

export function refuseCursorWithOffset(cursor: string | undefined, offset: number | undefined): void {
  if (cursor === undefined || offset === undefined) return;
  const detail = 'Give cursor or offset, not both.';
  throw new AppError('conflicting_parameters', {
    detail,
    errors: ['cursor', 'offset'].map((parameter) => ({ code: 'conflicting_parameters', detail, parameter })),
  });
}

/** RFC 8288: the same request with the next cursor, when there is more. */
export function linkNextPage(request: FastifyRequest, reply: FastifyReply, { next_cursor }: Pagination): void {
  if (next_cursor === null) return;
  const [path = '', query = ''] = request.url.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete('offset');
  parameters.set('cursor', next_cursor);
  reply.header('link', `<${requestBase(request)}${path}?${parameters.toString()}>; rel="next"`);
}
