import type { Deps } from '../../deps.ts';
import { findView } from '../../store/views/views.ts';
import { route } from '../route.ts';
import { principalOf } from '../shared/principal.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { viewId, viewNotFound, viewPath } from './schema.ts';

export const getView = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/views/:id',
    schema: {
      operationId: 'getView',
      tags: ['views'],
      security: needs('questions:read'),
      summary: 'A saved list of questions',
      params: viewPath,
      response: responses(
        { 200: { description: 'The view', schema: { $ref: 'View#' }, headers: ['ETag'] }, 304: NOT_MODIFIED },
        [...READ_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = viewId(request.params);
      const view = await findView(deps.db.reads, id, principalOf(request));
      if (view === undefined) throw viewNotFound(id);
      reply.header('etag', `"${view.version}"`);
      return view;
    },
  });
