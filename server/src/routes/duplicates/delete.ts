import type { Deps } from '../../deps.ts';
import { withdrawDismissal } from '../../store/duplicates/dismissals.ts';
import { route } from '../route.ts';
import { deletedResponses, preferMinimal, sendDeleted } from '../shared/deleted.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { dismissalId, dismissalNotFound, dismissalPath } from './schema.ts';

export const deleteDismissal = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'DELETE',
    url: '/duplicates/dismissals/:id',
    schema: {
      operationId: 'deleteDismissal',
      tags: ['duplicates'],
      deprecated: true,
      description: 'Use `/dismissals`, which has pairs and rows of analyses.',
      security: needs('questions:write'),
      summary: 'Withdraw a dismissal: later analyses may report the pair again',
      params: dismissalPath,
      headers: preferMinimal,
      response: responses(deletedResponses('Withdrawn', 'Deleted'), [...BODY_REJECTIONS, 404]),
    },
    handler: async (request, reply) => {
      const id = dismissalId(request.params);
      if (!(await withdrawDismissal(deps.db.writes, id, deps.now()))) throw dismissalNotFound(id);
      return sendDeleted(request, reply, { id }, deps.now());
    },
  });
