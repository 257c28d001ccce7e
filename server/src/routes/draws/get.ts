import type { Deps } from '../../deps.ts';
import { findDraw } from '../../store/draws.ts';
import { principalOf } from '../principal.ts';
import { NOT_MODIFIED, READ_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { drawId, drawNotFound, presentDraw, readDrawn } from './present.ts';
import { drawPath } from './schema.ts';

export const getDraw = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/draws/:id',
    schema: {
      operationId: 'getDraw',
      tags: ['draws'],
      security: needs('questions:read', 'questions:play'),
      summary: 'How far a draw has come',
      params: drawPath,
      response: responses({ 200: { description: 'The draw', schema: { $ref: 'Draw#' } }, 304: NOT_MODIFIED }, [
        ...READ_REFUSALS,
        404,
      ]),
    },
    handler: async (request) => {
      const id = drawId(request.params);
      const draw = await findDraw(deps.db.reads, id);
      if (draw?.owner !== principalOf(request)) throw drawNotFound(id);
      return readDrawn(deps, request, draw, (db) => presentDraw(db, draw, deps.categories.current));
    },
  });
