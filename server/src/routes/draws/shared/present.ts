import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import type { CategoryCatalogue } from '../../../domain/categories.ts';
import { isCellFilter, type QuestionFilter } from '../../../domain/questions/filter.ts';
import { isUuid } from '../../../domain/uuid.ts';
import { AppError } from '../../../errors.ts';
import type { Executor } from '../../../store/database/database.ts';
import type { Draw } from '../../../store/draws.ts';
import { countDrawable, type Stretch } from '../../../store/questions/draws.ts';
import { readVisibleFilter } from '../../questions/read/visible.ts';

/** Counting more remaining questions would cost more than drawing them. */
const COUNT_LIMIT = 1000;

/** The filter that applies to this caller: the draw may have been opened by a token with more scopes. */
export function drawFilter(deps: Deps, request: FastifyRequest, draw: Draw): QuestionFilter {
  return readVisibleFilter(deps, request, draw.filter);
}

/** The rest of the ring: after the last row, and after the wrap only up to the start. */
export function remainingStretches(draw: Draw): Stretch[] {
  const { last_key, last_position, start_key, wrapped } = draw;
  const after = last_key === null || last_position === null ? undefined : { key: last_key, position: last_position };
  if (wrapped) return [{ before: start_key, ...(after !== undefined && { after }) }];
  return [after === undefined ? { from: start_key } : { after }, { before: start_key }];
}

/**
 * Reads from the primary, where the draw is stored. Drawing by cells alone costs nothing; other filters need a scan.
 */
export function readDrawn<Result>(
  deps: Deps,
  request: FastifyRequest,
  filter: QuestionFilter,
  read: (db: Executor) => Promise<Result>,
): Promise<Result> {
  const { reads } = deps.db;
  return isCellFilter(filter) ? read(reads) : request.scan(read, reads);
}

export async function presentDraw(db: Executor, draw: Draw, filter: QuestionFilter, categories: CategoryCatalogue) {
  const { id, seed, drawn, created_at } = draw;
  const left = await countRemaining(db, draw, filter, categories);
  return { id, seed, filter: draw.filter, drawn, ...left, exhausted: left.remaining === 0, created_at };
}

async function countRemaining(db: Executor, draw: Draw, filter: QuestionFilter, categories: CategoryCatalogue) {
  if (draw.exhausted) return { remaining: 0 };
  let remaining = 0;
  for (const stretch of remainingStretches(draw)) {
    remaining += await countDrawable(db, filter, categories, stretch, COUNT_LIMIT + 1 - remaining);
    if (remaining > COUNT_LIMIT) return { remaining: null, remaining_at_least: COUNT_LIMIT };
  }
  return { remaining };
}

export function drawId(params: { id: string }): string {
  if (!isUuid(params.id)) throw drawNotFound(params.id);
  return params.id.toLowerCase();
}

export function drawNotFound(id: string): AppError {
  return new AppError('draw_not_found', { detail: `No draw has the id "${id.slice(0, 100)}". POST /draws opens one.` });
}
