import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalidCursor, type Pagination } from '../domain/page.ts';
import { AppError } from '../errors.ts';
import { requestBase } from '../plugins/origin.ts';
import { isDataException } from '../store/database-errors.ts';

export function refuseCursorWithOffset(cursor: string | undefined, offset: number | undefined): void {
  if (cursor === undefined || offset === undefined) return;
  const detail = 'Give cursor or offset, not both.';
  throw new AppError('conflicting_parameters', {
    detail,
    errors: ['cursor', 'offset'].map((parameter) => ({ code: 'conflicting_parameters', detail, parameter })),
  });
}

/** All else was checked before: what PostgreSQL cannot read in such a request is a key of a cursor made by hand. */
export async function refuseForgedCursor<Result>(cursor: string | undefined, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (cursor !== undefined && isDataException(error)) throw invalidCursor('The cursor is damaged.');
    throw error;
  }
}

/** Many clients take 8 or 16 KiB of headers in all: what names hundreds of ids goes on by `next_cursor` alone. */
const MAX_LINK_LENGTH = 4096;

/** RFC 8288: the same request with the next cursor, when there is more. */
export function linkNextPage(request: FastifyRequest, reply: FastifyReply, { next_cursor }: Pagination): void {
  if (next_cursor === null || request.url.length > MAX_LINK_LENGTH) return;
  const [path = '', query = ''] = request.url.split('?');
  const kept = query.split('&').filter((parameter) => parameter !== '' && !/^(?:offset|cursor)=/u.test(parameter));
  const next = [...kept, `cursor=${next_cursor}`].join('&').replace(/[<>"]/gu, encodeURIComponent);
  reply.header('link', `<${requestBase(request)}${path}?${next}>; rel="next"`);
}
