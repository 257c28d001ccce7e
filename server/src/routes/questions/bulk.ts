import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { BULK_CHANGES, holdPlaceOfJob, rejectTooManyJobs } from '../../operations/quotas/unfinished-jobs.ts';
import { requestBase } from '../../plugins/access/origin.ts';
import { chargeForRows } from '../../plugins/access/rate-limit.ts';
import { ARRAY_LIMIT_BYTES } from '../../plugins/json/body.ts';
import { insertBulkChange } from '../../store/bulk/bulk-changes.ts';
import { insertBulkMembers, MAX_MEMBERS } from '../../store/bulk/members.ts';
import { findChange } from '../../store/changes/changes.ts';
import { startChange } from '../../store/changes/write.ts';
import type { Executor } from '../../store/database/database.ts';
import { queuedBulk } from '../changes/examples.ts';
import { presentWhole } from '../changes/shared/present-whole.ts';
import { route } from '../route.ts';
import { ownerOf, principalOf } from '../shared/principal.ts';
import { findStoredReply, type Reply, replyOnce, sendReply } from '../shared/reply-once.ts';
import { requireRead } from '../shared/require-read.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { dryRun } from './bulk/dry-run.ts';
import { type Asked, readBulkRequest, rejectContradictions } from './bulk/read-request.ts';
import type { BulkRequest } from './bulk/schema.ts';

/**
 * In addition to the base cost, as for an analysis: one point per 100 questions named, and the cost of a filter, also
 * for a dry run.
 */
const QUESTIONS_PER_POINT = 100;
const POINTS_PER_FILTER = 50;

type Request = FastifyRequest<{ Body: BulkRequest }>;

export const bulkChange = (deps: Deps) =>
  route<{ Body: BulkRequest }>({
    method: 'POST',
    url: '/questions/bulk',
    bodyLimit: ARRAY_LIMIT_BYTES,
    config: { largeObject: true, extraCost, shedFirst: true },
    schema: {
      operationId: 'changeQuestionsInBulk',
      tags: ['questions'],
      security: needs('questions:write'),
      summary: 'Change, delete or restore all questions that match a filter, as one change that can be reverted',
      headers: idempotencyHeader,
      body: { $ref: 'BulkRequest#' },
      response: responses(
        {
          200: { description: 'For a dry run: what would change', schema: { $ref: 'BulkDryRun#' } },
          202: {
            description: 'The change has started: ask again at `Location`',
            schema: { $ref: 'Change#' },
            example: queuedBulk,
            headers: ['Location', 'Change-Id'],
          },
        },
        [...POST_REJECTIONS, 428],
      ),
    },
    handler: async (request, reply) => {
      rejectContradictions(request.body);
      requireRead(deps, request, 'bulk changes');
      const stored = await findStoredReply(deps, request);
      if (stored !== undefined) return sendReply(reply, stored);
      const asked = await readBulkRequest(deps, request);
      if (request.body.dry_run) {
        reply.visibilityApplied = true;
        return dryRun(deps, request, asked);
      }
      requireAllowed(deps);
      return sendReply(reply, await replyOnce(deps, request, (tx) => begin(deps, request, reply, tx, asked)));
    },
  });

/** Computed before the body is checked. */
function extraCost(body: unknown): number {
  const { question_ids } = (body ?? {}) as Partial<BulkRequest>;
  return Array.isArray(question_ids) ? Math.ceil(question_ids.length / QUESTIONS_PER_POINT) : POINTS_PER_FILTER;
}

function requireAllowed({ config }: Deps): void {
  if (!config.requireIfMatch) return;
  const detail = 'This service rejects changes without If-Match. Change the questions one by one.';
  throw new AppError('precondition_required', { detail });
}

/** Names the members, charges for each and queues the job that changes them, in one transaction. */
async function begin(
  deps: Deps,
  request: Request,
  reply: FastifyReply,
  tx: Executor,
  { work, filter }: Asked,
): Promise<Reply> {
  const [id, owner, actor, now] = [deps.newId(), ownerOf(request), principalOf(request), deps.now()];
  // Checked before the questions are named, which may take seconds, and exactly afterwards.
  await rejectTooManyJobs(tx, BULK_CHANGES, owner, deps.config.bulkUnfinished);
  const matched = await insertBulkMembers(tx, id, filter, deps.categories.current);
  if (matched !== request.body.expected_count) throw countMismatch(matched, request.body.expected_count ?? 0);
  await chargeForRows(deps, request, reply, matched);
  await startChange(tx, { id, kind: 'bulk', actor });
  const requested = request.body.filter ?? null;
  // "me" would be somebody else for whoever reads the change.
  const named = filter.assignee === undefined ? {} : { assignee: filter.assignee };
  const kept = requested && { ...requested, ...named };
  await insertBulkChange(tx, { id, created_at: now, owner, actor, filter: kept, work, matched });
  await holdPlaceOfJob(tx, BULK_CHANGES, owner, deps.config.bulkUnfinished);
  await deps.queue.submit(tx, 'bulk.run', { id, owner, now, data: {} });
  const change = await findChange(tx, id);
  if (change === undefined) throw new Error('the change that was just stored was not found');
  const headers = { location: `${requestBase(request)}/changes/${id}`, 'change-id': id, 'retry-after': '1' };
  return { status: 202, headers, body: JSON.stringify(await presentWhole(tx, change)) };
}

function countMismatch(matched: number, expected: number): AppError {
  const actual = matched > MAX_MEMBERS ? `more than ${MAX_MEMBERS}` : String(matched);
  return new AppError('count_mismatch', {
    detail: `The filter matches ${actual} questions, and \`expected_count\` says ${expected}. Nothing was changed.`,
    members: { actual_count: matched },
  });
}
