import type { Deps } from '../../deps.ts';
import { violationError } from '../../errors.ts';
import { requireQuota } from '../../operations/quotas/require-quota.ts';
import { ARRAY_LIMIT_BYTES } from '../../plugins/json/body.ts';
import {
  type AssignedRow,
  insertManyAssignments,
  isPresentPerson,
  listAssignees,
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
import type { BulkAssignmentRequest } from './schema.ts';

/** In addition to the base cost. */
const ROWS_PER_POINT = 100;

export const assignInBulk = (deps: Deps) =>
  route<{ Body: BulkAssignmentRequest }>({
    method: 'POST',
    url: '/assignments/bulk',
    bodyLimit: ARRAY_LIMIT_BYTES,
    config: { largeObject: true, extraCost },
    schema: {
      operationId: 'assignInBulk',
      tags: ['assignments'],
      security: needs('questions:write'),
      summary: 'Assign up to 1,000 rows of analyses, or questions, to a person; those that others have stay with them',
      headers: idempotencyHeader,
      body: { $ref: 'BulkAssignmentRequest#' },
      response: responses(
        { 200: { description: 'How many rows are assigned', schema: { $ref: 'BulkAssignment#' } } },
        POST_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      requireIdentity(deps, request, 'Assignments');
      requireRead(deps, request, 'assignments');
      const { rows: named } = request.body;
      const placeOf = (index: number) => `#/rows/${index}`;
      const rows = withoutRepeats(named.map((row, index) => readRow(row, placeOf(index))));
      const person = readPerson(request, request.body.person, { pointer: '#/person' });
      const created_by = principalOf(request);
      const result = await replyOnce(deps, request, async (tx) => {
        const violations = await findMissing(tx, named, placeOf);
        if (!(await isPresentPerson(tx, person))) violations.push(missingPerson(person));
        if (violations.length > 0) throw violationError(violations);
        const before = await countAssignees(tx, rows, person);
        const free = rows.length - before.own - before.others;
        if (free > 0) {
          await requireQuota(tx, 'assignments', { owner: created_by, count: free });
          await requireQuota(tx, 'all assignments', { count: free });
        }
        const made = rows.map((row) => ({ ...row, id: deps.newId(), person, created_at: deps.now(), created_by }));
        const assigned = await insertManyAssignments(tx, made);
        // Counted again, because somebody else may have been assigned to a row in the meantime.
        const after = await countAssignees(tx, rows, person);
        const body = { assigned, already_assigned: after.own - assigned, assigned_to_others: after.others };
        return { status: 200, headers: {}, body: JSON.stringify(body) };
      });
      return sendReply(reply, result);
    },
  });

/** Computed before the body is checked. */
function extraCost(body: unknown): number {
  const { rows } = (body ?? {}) as Partial<BulkAssignmentRequest>;
  return Array.isArray(rows) ? Math.ceil(rows.length / ROWS_PER_POINT) : 0;
}

function withoutRepeats(rows: readonly AssignedRow[]): AssignedRow[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

/** The number of rows that the person has, and that others have. */
async function countAssignees(tx: Executor, rows: readonly AssignedRow[], person: string) {
  const assignees = await listAssignees(tx, rows);
  const own = assignees.filter((one) => one === person).length;
  return { own, others: assignees.length - own };
}
