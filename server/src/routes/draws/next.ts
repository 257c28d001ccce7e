import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import type { CategoryCatalogue } from '../../domain/categories.ts';
import { bytesOf, MAX_PAGE_BYTES, requireWholePage } from '../../domain/http/page-budget.ts';
import type { QuestionFilter } from '../../domain/questions/filter.ts';
import { AppError } from '../../errors.ts';
import { Gate } from '../../limits/gate.ts';
import { showQuestions } from '../../plugins/access/visibility.ts';
import { passGate } from '../../plugins/load/gate.ts';
import type { Executor } from '../../store/database/database.ts';
import { type Draw, findDraw, updateDraw } from '../../store/draws.ts';
import { type DrawnRow, drawQuestions } from '../../store/questions/draws.ts';
import { route } from '../route.ts';
import { principalOf } from '../shared/principal.ts';
import { findStoredReply, type Reply, replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { drawPath, type NextRequest } from './schema.ts';
import { drawFilter, drawId, drawNotFound, presentDraw, readDrawn, remainingStretches } from './shared/present.ts';

/** The number of attempts at a step, which another node may take first. */
const MAX_ATTEMPTS = 5;
/** The maximum number of draws that advance concurrently; each uses one connection at a time. */
const MAX_DRAWS = 100;
const MAX_WAIT_MS = 10_000;
const CONTENDED = 'Too many requests take from this draw at the same time. Try again in 1 s.';

export const drawNext = (deps: Deps) => {
  // On one node callers take turns, so that no read is wasted.
  const turns = new Gate({ total: MAX_DRAWS, each: 1, maxWaitMs: MAX_WAIT_MS });
  return route<{ Params: { id: string }; Body: NextRequest }>({
    method: 'POST',
    url: '/draws/:id/next',
    schema: {
      operationId: 'drawNext',
      tags: ['draws'],
      security: needs('questions:read', 'questions:play'),
      summary: 'Take the next questions of a draw; repeat with an Idempotency-Key if a response was lost',
      headers: idempotencyHeader,
      params: drawPath,
      body: { $ref: 'NextRequest#' },
      response: responses({ 200: { description: 'Questions not drawn before', schema: { $ref: 'DrawStep#' } } }, [
        ...POST_REJECTIONS,
        404,
      ]),
    },
    handler: async (request, reply) => {
      const id = drawId(request.params);
      const stored = await findStoredReply(deps, request);
      reply.visibilityApplied = true;
      request.endTurn(); // requests for one draw queue separately
      const result = stored ?? (await passGate(turns, id, CONTENDED, () => takeStep(deps, request, reply, id)));
      return sendReply(reply, result);
    },
  });
};

type NextRouteRequest = FastifyRequest<{ Params: { id: string }; Body: NextRequest }>;

/** Reads first, then advances the draw in a short transaction, if it is still where it was. */
async function takeStep(deps: Deps, request: NextRouteRequest, reply: FastifyReply, id: string): Promise<Reply> {
  const categories = deps.categories.current;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const before = await findDraw(deps.db.reads, id);
    if (before?.owner !== principalOf(request)) throw drawNotFound(id);
    const filter = drawFilter(deps, request, before);
    const { after, rows, state } = await readDrawn(deps, request, filter, async (db) => {
      const taken = await takeFrom(db, before, filter, categories, request.body.count);
      return { ...taken, state: await presentDraw(db, taken.after, filter, categories) };
    });
    const whole = requireWholePage(rows, 'count');
    reply.reserve(bytesOf(whole));
    const shown = await showQuestions(
      reply,
      whole.map((row) => row.body),
    );
    const body = `{"data":[${shown.join(',')}],"draw":${JSON.stringify(state)}}`;
    try {
      return await replyOnce(deps, request, async (tx) => {
        const moved = { ...after, exhausted: state.exhausted };
        if (!(await updateDraw(tx, before, moved))) throw new DrawMoved();
        return { status: 200, headers: {}, body };
      });
    } catch (error) {
      if (!(error instanceof DrawMoved)) throw error;
    }
  }
  throw new AppError('concurrency_limited', {
    detail: CONTENDED,
    headers: { 'retry-after': '1' },
  });
}

/** The draw advanced between reading and writing; rolls the transaction back. */
class DrawMoved extends Error {}

/** The next rows and the draw after them: exhausted once the ring has been walked to its start. */
async function takeFrom(
  db: Executor,
  before: Draw,
  filter: QuestionFilter,
  categories: CategoryCatalogue,
  count: number,
): Promise<{ after: Draw; rows: DrawnRow[] }> {
  const after = { ...before };
  const rows: DrawnRow[] = [];
  while (rows.length < count && !after.exhausted) {
    const [stretch = {}] = remainingStretches(after);
    const found = await drawQuestions(db, filter, categories, stretch, {
      limit: count - rows.length,
      maxBytes: MAX_PAGE_BYTES - bytesOf(rows),
    });
    rows.push(...found);
    const last = found.at(-1);
    if (last !== undefined) Object.assign(after, { last_key: last.key, last_position: last.position });
    if (rows.length < count) {
      if (after.wrapped) after.exhausted = true;
      else Object.assign(after, { wrapped: true, last_key: null, last_position: null });
    }
  }
  after.drawn += rows.length;
  return { after, rows };
}
