import type { Deps } from '../../deps.ts';
import { withdrawRowDismissal } from '../../store/dismissals/dismissals.ts';
import { withdrawDismissal } from '../../store/duplicates/dismissals.ts';
import { dismissalId, dismissalNotFound, dismissalPath } from '../duplicates/schema.ts';
import { route } from '../route.ts';
import { deletedResponses, preferMinimal, sendDeleted } from '../shared/deleted.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';

export const deleteRowDismissal = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'DELETE',
    url: '/dismissals/:id',
    schema: {
      operationId: 'deleteRowDismissal',
      tags: ['dismissals'],
      security: needs('questions:write'),
      summary: 'Withdraw a dismissal: later analyses may show the row again',
      params: dismissalPath,
      headers: preferMinimal,
      response: responses(deletedResponses('Withdrawn', 'Deleted'), [...BODY_REJECTIONS, 404]),
    },
    handler: async (request, reply) => {
      const id = dismissalId(request.params);
      const { writes } = deps.db;
      const now = deps.now();
      if (!(await withdrawRowDismissal(writes, id, now)) && !(await withdrawDismissal(writes, id, now)))
        throw dismissalNotFound(id);
      return sendDeleted(request, reply, { id }, deps.now());
    },
  });
