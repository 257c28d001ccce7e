import { randomUUID } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { drawStart } from '../../domain/draw.ts';
import type { RequestedFilter } from '../../domain/question-filter.ts';
import { requestBase } from '../../plugins/origin.ts';
import { type Draw, insertDraw } from '../../store/draws.ts';
import { answerOnce, sendAnswer } from '../answer-once.ts';
import { principalOf } from '../principal.ts';
import { refuseEmptySearch } from '../questions/search-words.ts';
import { idempotencyHeader, POST_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { drawFilter, presentDraw } from './present.ts';

export const createDraw = (deps: Deps) =>
  route<{ Body: { filter?: RequestedFilter; seed?: string } }>({
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
      const answer = await answerOnce(deps, request, async (tx) => {
        await refuseEmptySearch(tx, drawFilter(draw, deps.categories.current), { pointer: '#/filter/q' });
        await insertDraw(tx, draw);
        const body = JSON.stringify(await presentDraw(tx, draw, deps.categories.current));
        return { status: 201, headers: { location: `${requestBase(request)}/draws/${draw.id}` }, body };
      });
      return sendAnswer(reply, answer);
    },
  });
