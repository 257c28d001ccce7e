import type { Deps } from '../../deps.ts';
import { findDismissal } from '../../store/dismissals/list.ts';
import { dismissalId, dismissalNotFound, dismissalPath } from '../duplicates/schema.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';

export const getRowDismissal = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/dismissals/:id',
    schema: {
      operationId: 'getRowDismissal',
      tags: ['dismissals'],
      security: needs('questions:read'),
      summary: 'One dismissal, of a row or of a pair of questions',
      params: dismissalPath,
      response: responses(
        { 200: { description: 'The dismissal', schema: { $ref: 'RowDismissal#' } }, 304: NOT_MODIFIED },
        [...READ_REJECTIONS, 404],
      ),
    },
    handler: async (request) => {
      const id = dismissalId(request.params);
      const dismissal = await findDismissal(deps.db.reads, id);
      if (dismissal === undefined) throw dismissalNotFound(id);
      return dismissal;
    },
  });
