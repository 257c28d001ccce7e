import type { Deps } from '../../deps.ts';
import { deleteAssignment as deleteStored } from '../../store/assignments/assignments.ts';
import { route } from '../route.ts';
import { deletedResponses, preferMinimal, sendDeleted } from '../shared/deleted.ts';
import { requireIdentity } from '../shared/require-identity.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { assignmentId, assignmentNotFound, assignmentPath } from './schema.ts';

export const deleteAssignment = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'DELETE',
    url: '/assignments/:id',
    schema: {
      operationId: 'deleteAssignment',
      tags: ['assignments'],
      security: needs('questions:write'),
      summary: 'Withdraw an assignment',
      params: assignmentPath,
      headers: preferMinimal,
      response: responses(deletedResponses('Deleted', 'Deleted'), [...BODY_REJECTIONS, 404]),
    },
    handler: async (request, reply) => {
      requireIdentity(deps, request, 'Assignments');
      const id = assignmentId(request.params);
      if (!(await deleteStored(deps.db.writes, id))) throw assignmentNotFound(id);
      return sendDeleted(request, reply, { id }, deps.now());
    },
  });
