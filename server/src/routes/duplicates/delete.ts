import type { Deps } from '../../deps.ts';
import { withdrawDismissal } from '../../store/duplicate-dismissals.ts';
import { refusePlayers } from '../refuse-players.ts';
import { BODY_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { dismissalId, dismissalNotFound, dismissalPath } from './schema.ts';

export const deleteDismissal = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'DELETE',
    url: '/duplicates/dismissals/:id',
    schema: {
      operationId: 'deleteDismissal',
      tags: ['duplicates'],
      security: needs('questions:write'),
      summary: 'Withdraw a dismissal: later analyses may report the pair again',
      params: dismissalPath,
      response: responses({ 204: { description: 'The pair counts again.' } }, [...BODY_REFUSALS, 404]),
    },
    handler: async (request, reply) => {
      refusePlayers(deps, request, 'notes about pairs');
      const id = dismissalId(request.params);
      if (!(await withdrawDismissal(deps.db.writes, id, deps.now()))) throw dismissalNotFound(id);
      return reply.code(204).send();
    },
  });
