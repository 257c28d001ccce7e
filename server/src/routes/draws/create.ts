import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { drawStart } from '../../domain/draws.ts';
import type { RequestedFilter } from '../../domain/questions/filter.ts';
import { requestBase } from '../../plugins/access/origin.ts';
import { type Draw, insertDraw } from '../../store/draws.ts';
import { rejectEmptySearch } from '../questions/read/search-words.ts';
import { route } from '../route.ts';
import { principalOf } from '../shared/principal.ts';
import { findStoredReply, type Reply, replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { drawFilter, presentDraw, readDrawn } from './shared/present.ts';

export const createDraw = (deps: Deps) => {
  /** The transaction only stores; reads happen before it. */
  const store = async (request: FastifyRequest, draw: Draw): Promise<Reply> => {
    const categories = deps.categories.current;
    const filter = drawFilter(deps, request, draw);
    await rejectEmptySearch(deps.db.reads, filter, { pointer: '#/filter/q' });
    const state = await readDrawn(deps, request, filter, (db) => presentDraw(db, draw, filter, categories));
    return replyOnce(deps, request, async (tx) => {
      await insertDraw(tx, draw);
      const headers = { location: `${requestBase(request)}/draws/${draw.id}` };
      return { status: 201, headers, body: JSON.stringify(state) };
    });
  };
  return route<{ Body: { filter?: RequestedFilter; seed?: string } }>({
    method: 'POST',
    url: '/draws',
    schema: {
      operationId: 'createDraw',
      tags: ['draws'],
      security: needs('questions:read', 'questions:play'),
      summary: 'Open a draw that never repeats a question until it is exhausted',
      headers: idempotencyHeader,
      body: { $ref: 'DrawRequest#' },
      response: responses(
        { 201: { description: 'The draw', schema: { $ref: 'Draw#' }, headers: ['Location'] } },
        POST_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const { filter = {}, seed = randomUUID() } = request.body;
      const draw: Draw = {
        id: deps.newId(),
        owner: principalOf(request),
        seed,
        filter,
        start_key: drawStart(seed),
        last_key: null,
        last_position: null,
        drawn: 0,
        wrapped: false,
        exhausted: false,
        created_at: deps.now(),
      };
      const result = (await findStoredReply(deps, request)) ?? (await store(request, draw));
      return sendReply(reply, result);
    },
  });
};
