import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { drawStart } from '../../domain/draw.ts';
import type { RequestedFilter } from '../../domain/question-filter.ts';
import { requestBase } from '../../plugins/origin.ts';
import { type Draw, insertDraw } from '../../store/draws.ts';
import { type Answer, answerOnce, findStoredAnswer, sendAnswer } from '../answer-once.ts';
import { principalOf } from '../principal.ts';
import { refuseEmptySearch } from '../questions/search-words.ts';
import { idempotencyHeader, POST_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { drawFilter, presentDraw, readDrawn } from './present.ts';

export const createDraw = (deps: Deps) => {
  /** Reads first: the transaction does no more than store. */
  const store = async (request: FastifyRequest, draw: Draw): Promise<Answer> => {
    const categories = deps.categories.current;
    await refuseEmptySearch(deps.db.reads, drawFilter(draw, categories), { pointer: '#/filter/q' });
    const state = await readDrawn(deps, request, draw, (db) => presentDraw(db, draw, categories));
    return answerOnce(deps, request, async (tx) => {
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
      response: responses({ 201: { description: 'The draw', schema: { $ref: 'Draw#' } } }, POST_REFUSALS),
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
      const answer = (await findStoredAnswer(deps, request)) ?? (await store(request, draw));
      return sendAnswer(reply, answer);
    },
  });
};
