import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../store/database/database.ts';
import { deleteView as deleteStored } from '../../store/views/views.ts';
import { route } from '../route.ts';
import { deletedResponses, preferMinimal, sendDeleted } from '../shared/deleted.ts';
import { requireIdentity } from '../shared/require-identity.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { viewPath } from './schema.ts';
import { lockOwnView } from './write/own-view.ts';

export const deleteView = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'DELETE',
    url: '/views/:id',
    schema: {
      operationId: 'deleteView',
      tags: ['views'],
      security: needs('questions:read'),
      summary: 'Delete a view of yours; with `people:manage` also those that others share',
      params: viewPath,
      headers: preferMinimal,
      response: responses(deletedResponses('Deleted', 'Deleted'), [...BODY_REJECTIONS, 404, 412, 428]),
    },
    handler: async (request, reply) => {
      requireIdentity(deps, request, 'Views');
      const id = await inTransaction(deps.db.writes, async (tx) => {
        const view = await lockOwnView(deps, request, tx);
        await deleteStored(tx, view.id);
        return view.id;
      });
      return sendDeleted(request, reply, { id }, deps.now());
    },
  });
