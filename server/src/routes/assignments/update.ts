import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { violationError } from '../../errors.ts';
import { insufficientScope } from '../../plugins/access/access.ts';
import {
  type Assignment,
  isPresentPerson,
  lockAssignment,
  updateAssignment as updateStored,
} from '../../store/assignments/assignments.ts';
import { inTransaction } from '../../store/database/database.ts';
import { route } from '../route.ts';
import { requireMatch } from '../shared/if-match.ts';
import { callingPerson, missingPerson, readPerson } from '../shared/person.ts';
import { requireIdentity } from '../shared/require-identity.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { type AssignmentChange, assignmentId, assignmentNotFound, assignmentPath, doneAssignment } from './schema.ts';

export const updateAssignment = (deps: Deps) =>
  route<{ Params: { id: string }; Body: AssignmentChange }>({
    method: 'PATCH',
    url: '/assignments/:id',
    schema: {
      operationId: 'updateAssignment',
      tags: ['assignments'],
      security: needs('questions:read'),
      summary:
        'Mark an assignment as done, reopen it or reassign it; without `questions:write` only mark or reopen your own',
      params: assignmentPath,
      body: { $ref: 'AssignmentChange#' },
      response: responses(
        {
          200: {
            description: 'The assignment',
            schema: { $ref: 'Assignment#' },
            example: doneAssignment,
            headers: ['ETag'],
          },
        },
        [...BODY_REJECTIONS, 404, 409, 412, 428],
      ),
    },
    handler: async (request, reply) => {
      requireIdentity(deps, request, 'Assignments');
      const id = assignmentId(request.params);
      const named = request.body.person;
      const asked = named === undefined ? undefined : readPerson(request, named, { pointer: '#/person' });
      const assignment = await inTransaction(deps.db.writes, async (tx) => {
        const current = await lockAssignment(tx, id);
        if (current === undefined) throw assignmentNotFound(id);
        requireAllowed(deps, request, current);
        const etag = `"${current.version}"`;
        requireMatch(request, deps.config, { etag, what: 'assignment', path: 'the assignment itself' });
        const { done = current.done } = request.body;
        const person = asked ?? current.person;
        if (person === current.person && done === current.done) return current;
        if (person !== current.person && !(await isPresentPerson(tx, person)))
          throw violationError([missingPerson(person)]);
        return updateStored(tx, id, { person, done }, deps.now());
      });
      reply.header('etag', `"${assignment.version}"`);
      return assignment;
    },
  });

function requireAllowed(deps: Deps, request: FastifyRequest<{ Body: AssignmentChange }>, current: Assignment): void {
  if (request.principal.scopes.includes('questions:write')) return;
  if (current.person === callingPerson(request) && request.body.person === undefined) return;
  throw insufficientScope(
    deps,
    request,
    ['questions:write'],
    ': without it you can only say whether your own are done.',
  );
}
