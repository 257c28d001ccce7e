import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Cursors, MAX_CURSOR_LENGTH, type Pagination, type Total } from '../../domain/http/page.ts';
import { requirePageWithin } from '../../domain/http/page-budget.ts';
import { linkNextPage, pageParameters, rejectCursorWithOffset, rejectForgedCursor } from './paging.ts';

export const keysetParameters = {
  ...pageParameters,
  cursor: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_CURSOR_LENGTH,
      description: 'next_cursor of the previous page; not together with offset',
    }),
  ),
};
export const KeysetQuery = Type.Object(keysetParameters, { additionalProperties: false });
export type KeysetQuery = Static<typeof KeysetQuery>;

export interface Listed<Row> {
  rows: Row[];
  total: Total;
  /** The key after which to continue if the page is not full although there may be more. */
  continuesAfter?: string | undefined;
}

interface Listing<Row> {
  /** Identifies this list and its filters, so that a cursor only works for its own list. */
  name: string;
  list: (page: { limit: number; offset: number; after: string | undefined }) => Promise<Listed<Row>>;
  keyOf: (row: Row) => string;
}

/** A page of a list that is ordered by one key. */
export async function readKeysetPage<Row extends { fitting?: number | null }>(
  request: FastifyRequest,
  reply: FastifyReply,
  { limit, offset, cursor }: KeysetQuery,
  { name, list, keyOf }: Listing<Row>,
): Promise<{ rows: Row[]; pagination: Pagination }> {
  rejectCursorWithOffset(cursor, offset);
  const cursors = new Cursors(name);
  const after = cursor === undefined ? undefined : cursors.decode(cursor, 1)[0];
  // One more than requested, to know whether there are more.
  const {
    rows: found,
    total,
    continuesAfter,
  } = await rejectForgedCursor(cursor, list({ limit: limit + 1, offset: offset ?? 0, after }));
  requirePageWithin(found);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const isFull = found.length > limit && last !== undefined;
  const next = isFull ? keyOf(last) : continuesAfter;
  const pagination: Pagination = {
    limit,
    offset: cursor === undefined ? (offset ?? 0) : null,
    ...total,
    has_more: next !== undefined,
    next_cursor: next === undefined ? null : cursors.encode([next]),
  };
  linkNextPage(request, reply, pagination);
  return { rows, pagination };
}
