import type { Deps } from '../../deps.ts';
import { findAssignment } from '../../store/assignments/assignments.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { assignmentId, assignmentNotFound, assignmentPath } from './schema.ts';

export const getAssignment = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/assignments/:id',
    schema: {
      operationId: 'getAssignment',
      tags: ['assignments'],
      security: needs('questions:read'),
      summary: 'One assignment',
      params: assignmentPath,
      response: responses(
        {
          200: { description: 'The assignment', schema: { $ref: 'Assignment#' }, headers: ['ETag'] },
          304: NOT_MODIFIED,
        },
        [...READ_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = assignmentId(request.params);
      const assignment = await findAssignment(deps.db.reads, id);
      if (assignment === undefined) throw assignmentNotFound(id);
      reply.header('etag', `"${assignment.version}"`);
      return assignment;
    },
  });
