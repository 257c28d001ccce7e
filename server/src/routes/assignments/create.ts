import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { AppError, violationError } from '../../errors.ts';
import { requireQuota } from '../../operations/quotas/require-quota.ts';
import { requestBase } from '../../plugins/access/origin.ts';
import {
  type AssignedRow,
  type Assignment,
  findOpenAssignment,
  insertAssignment,
  isPresentPerson,
} from '../../store/assignments/assignments.ts';
import type { Executor } from '../../store/database/database.ts';
import { route } from '../route.ts';
import { missingPerson, readPerson } from '../shared/person.ts';
import { principalOf } from '../shared/principal.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { requireIdentity } from '../shared/require-identity.ts';
import { requireRead } from '../shared/require-read.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { findMissing, readRow } from './create/row.ts';
import type { AssignmentRequest } from './schema.ts';

export const createAssignment = (deps: Deps) =>
  route<{ Body: AssignmentRequest }>({
    method: 'POST',
    url: '/assignments',
    schema: {
      operationId: 'createAssignment',
      tags: ['assignments'],
      security: needs('questions:write'),
      summary: 'Assign a row of an analysis to a person; 409 if another person has it',
      headers: idempotencyHeader,
      body: { $ref: 'AssignmentRequest#' },
      response: responses(
        {
          200: {
            description: 'The person had it already: that assignment',
            schema: { $ref: 'Assignment#' },
            headers: ['ETag'],
          },
          201: { description: 'The assignment', schema: { $ref: 'Assignment#' }, headers: ['Location', 'ETag'] },
        },
        POST_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      requireIdentity(deps, request, 'Assignments');
      requireRead(deps, request, 'assignments');
      const row = readRow(request.body);
      const person = readPerson(request, request.body.person, { pointer: '#/person' });
      const result = await replyOnce(deps, request, async (tx) => {
        const violations = await findMissing(tx, [request.body]);
        if (!(await isPresentPerson(tx, person))) violations.push(missingPerson(person));
        if (violations.length > 0) throw violationError(violations);
        const { isNew, assignment } = await assign(deps, request, tx, row, person);
        const location = `${requestBase(request)}/assignments/${assignment.id}`;
        const headers = { etag: `"${assignment.version}"`, ...(isNew && { location }) };
        return { status: isNew ? 201 : 200, headers, body: JSON.stringify(assignment) };
      });
      return sendReply(reply, result);
    },
  });

async function assign(
  deps: Deps,
  request: FastifyRequest,
  tx: Executor,
  row: AssignedRow,
  person: string,
): Promise<{ isNew: boolean; assignment: Assignment }> {
  const before = await findOpenAssignment(tx, row);
  if (before !== undefined) return { isNew: false, assignment: ofSamePerson(before, person) };
  const created_by = principalOf(request);
  await requireQuota(tx, 'assignments', { owner: created_by });
  await requireQuota(tx, 'all assignments');
  const made = { ...row, id: deps.newId(), person, created_at: deps.now(), created_by };
  const inserted = await insertAssignment(tx, made);
  if (inserted !== undefined) return { isNew: true, assignment: inserted };
  const concurrent = await findOpenAssignment(tx, row);
  if (concurrent === undefined) throw new AppError('already_assigned'); // done or deleted at the same moment
  return { isNew: false, assignment: ofSamePerson(concurrent, person) };
}

function ofSamePerson(assignment: Assignment, person: string): Assignment {
  if (assignment.person === person) return assignment;
  const { id, person_name } = assignment;
  throw new AppError('already_assigned', {
    detail: `The row is assigned to ${person_name ?? 'another person'}. PATCH /assignments/${id} hands it on.`,
  });
}
