import type { Deps } from '../../deps.ts';
import type { CategoryCatalogue } from '../../domain/category.ts';
import type { Executor } from '../../store/database.ts';
import { type Draw, findDrawForUpdate, updateDraw } from '../../store/draws.ts';
import { type DrawnRow, drawQuestions } from '../../store/question-draws.ts';
import { answerOnce, sendAnswer } from '../answer-once.ts';
import { principalOf } from '../principal.ts';
import { idempotencyHeader, POST_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { drawFilter, drawId, drawNotFound, presentDraw, remainingStretches } from './present.ts';
import { drawPath, type NextRequest } from './schema.ts';

export const drawNext = (deps: Deps) =>
  route<{ Params: { id: string }; Body: NextRequest }>({
    method: 'POST',
    url: '/draws/:id/next',
    schema: {
      operationId: 'drawNext',
      tags: ['draws'],
      security: needs('questions:read', 'questions:play'),
      summary: 'Take the next questions of a draw; repeat with an Idempotency-Key when an answer was lost',
      headers: idempotencyHeader,
      params: drawPath,
      body: { $ref: 'NextRequest#' },
      response: responses({ 200: { description: 'Questions not drawn before', schema: { $ref: 'DrawStep#' } } }, [
        ...POST_REFUSALS,
        404,
      ]),
    },
    handler: async (request, reply) => {
      const id = drawId(request.params);
      const categories = deps.categories.current;
      const answer = await answerOnce(deps, request, async (tx) => {
        const draw = await findDrawForUpdate(tx, id);
        if (draw?.owner !== principalOf(request)) throw drawNotFound(id);
        const rows = await takeFrom(tx, draw, categories, request.body.count);
        const state = await presentDraw(tx, draw, categories);
        draw.exhausted = state.exhausted;
        await updateDraw(tx, draw);
        const bodies = rows.map((row) => row.body).join(',');
        return { status: 200, headers: {}, body: `{"data":[${bodies}],"draw":${JSON.stringify(state)}}` };
      });
      return sendAnswer(reply, answer);
    },
  });

/** Takes rows and moves the draw on; the draw is exhausted once the ring has been walked to its start. */
async function takeFrom(tx: Executor, draw: Draw, categories: CategoryCatalogue, count: number): Promise<DrawnRow[]> {
  const rows: DrawnRow[] = [];
  while (rows.length < count && !draw.exhausted) {
    const [stretch = {}] = remainingStretches(draw);
    const found = await drawQuestions(tx, drawFilter(draw, categories), categories, stretch, count - rows.length);
    rows.push(...found);
    const last = found.at(-1);
    if (last !== undefined) Object.assign(draw, { last_key: last.key, last_position: last.position });
    if (rows.length < count) {
      if (draw.wrapped) draw.exhausted = true;
      else Object.assign(draw, { wrapped: true, last_key: null, last_position: null });
    }
  }
  draw.drawn += rows.length;
  return rows;
}
