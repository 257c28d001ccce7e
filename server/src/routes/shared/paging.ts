import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { DEFAULT_LIMIT, damagedCursor, MAX_LIMIT, MAX_OFFSET, type Pagination } from '../../domain/http/page.ts';
import { AppError } from '../../errors.ts';
import { requestBase } from '../../plugins/access/origin.ts';
import { isDataException } from '../../store/database/database-errors.ts';
import { defaulted } from './defaulted.ts';

export const pageParameters = {
  limit: defaulted(Type.Integer({ minimum: 1, maximum: MAX_LIMIT, default: DEFAULT_LIMIT })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_OFFSET, description: 'Rows to skip; 0 by default' })),
};

export function rejectCursorWithOffset(cursor: string | undefined, offset: number | undefined): void {
  if (cursor === undefined || offset === undefined) return;
  const detail = 'Give cursor or offset, not both.';
  throw new AppError('conflicting_parameters', {
    detail,
    errors: ['cursor', 'offset'].map((parameter) => ({ code: 'conflicting_parameters', detail, parameter })),
  });
}

/**
 * Everything else was checked before, so the only thing that PostgreSQL may fail to read is a key of a handmade cursor.
 */
export async function rejectForgedCursor<Result>(cursor: string | undefined, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (cursor !== undefined && isDataException(error)) throw damagedCursor();
    throw error;
  }
}

/**
 * Many clients accept 8 or 16 KiB of headers in total. A request that names hundreds of ids continues by `next_cursor`
 * alone.
 */
const MAX_LINK_LENGTH = 4096;

/** RFC 8288: the same request with the next cursor, if there are more. */
export function linkNextPage(request: FastifyRequest, reply: FastifyReply, { next_cursor }: Pagination): void {
  if (next_cursor === null || request.url.length > MAX_LINK_LENGTH) return;
  const [path = '', query = ''] = request.url.split('?');
  const kept = query.split('&').filter((parameter) => parameter !== '' && !/^(?:offset|cursor)=/u.test(parameter));
  const next = [...kept, `cursor=${next_cursor}`].join('&').replace(/[<>"]/gu, encodeURIComponent);
  reply.header('link', `<${requestBase(request)}${path}?${next}>; rel="next"`);
}
