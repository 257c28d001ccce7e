import type { Deps } from '../../deps.ts';
import { findDraw } from '../../store/draws.ts';
import { route } from '../route.ts';
import { principalOf } from '../shared/principal.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { drawPath } from './schema.ts';
import { drawFilter, drawId, drawNotFound, presentDraw, readDrawn } from './shared/present.ts';

export const getDraw = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/draws/:id',
    schema: {
      operationId: 'getDraw',
      tags: ['draws'],
      security: needs('questions:read', 'questions:play'),
      summary: 'The progress of a draw',
      params: drawPath,
      response: responses({ 200: { description: 'The draw', schema: { $ref: 'Draw#' } }, 304: NOT_MODIFIED }, [
        ...READ_REJECTIONS,
        404,
      ]),
    },
    handler: async (request) => {
      const id = drawId(request.params);
      const draw = await findDraw(deps.db.reads, id);
      if (draw?.owner !== principalOf(request)) throw drawNotFound(id);
      const filter = drawFilter(deps, request, draw);
      return readDrawn(deps, request, filter, (db) => presentDraw(db, draw, filter, deps.categories.current));
    },
  });
