import type { Deps } from '../../deps.ts';
import { findChange } from '../../store/changes/changes.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { changeId, changeNotFound, changePath } from './schema.ts';
import { presentWhole } from './shared/present-whole.ts';

export const getChange = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/changes/:id',
    schema: {
      operationId: 'getChange',
      tags: ['changes'],
      security: needs('questions:read'),
      summary: 'A change: its author, kind and time, the number of questions, and the progress of its job',
      params: changePath,
      response: responses({ 200: { description: 'The change', schema: { $ref: 'Change#' } }, 304: NOT_MODIFIED }, [
        ...READ_REJECTIONS,
        404,
      ]),
    },
    handler: async (request) => {
      const id = changeId(request.params);
      const change = await findChange(deps.db.reads, id);
      if (change === undefined) throw changeNotFound(id);
      return presentWhole(deps.db.reads, change);
    },
  });
