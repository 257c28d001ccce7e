import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OtherQuestions } from '../../analysis/analysis-type.ts';
import { analysisTypes, engineVersion, findAnalysisType, populationsOf } from '../../analysis/index.ts';
import type { Deps } from '../../deps.ts';
import { type AnalysisRequest as Asked, fingerprintText, isFinished } from '../../domain/analysis/analysis.ts';
import { analysisEvent } from '../../domain/analysis/event.ts';
import { readPreferences } from '../../domain/http/prefer.ts';
import { AppError, type Violation, violationError } from '../../errors.ts';
import { requireQuota } from '../../operations/quotas/require-quota.ts';
import { tooManyUnfinished } from '../../operations/quotas/unfinished-jobs.ts';
import { requestBase } from '../../plugins/access/origin.ts';
import { ARRAY_LIMIT_BYTES } from '../../plugins/json/body.ts';
import {
  countUnfinished,
  findAnalysis,
  findRepeatedAnalysis,
  insertAnalysis,
  insertRepeatedAnalysis,
  type NewAnalysis,
} from '../../store/analysis/analyses.ts';
import type { Executor } from '../../store/database/database.ts';
import { appendEvents } from '../../store/events.ts';
import { rejectMissingQuestions } from '../questions/read/reject-missing.ts';
import { route } from '../route.ts';
import { ownerOf } from '../shared/principal.ts';
import { findStoredReply, type Reply, replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { queuedRun } from './examples.ts';
import { placeOf, rejectEmptyFilters } from './run/reject-empty.ts';
import type { AnalysisRequest } from './schema.ts';
import { renderAnalysis } from './shared/present.ts';
import { waitForEnd } from './shared/wait.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/**
 * In addition to the base cost: one point per 100 questions named. A filter costs the same whatever it matches: if its
 * size were charged, a large bank would exceed any quota.
 */
const QUESTIONS_PER_POINT = 100;
const POINTS_PER_FILTER = 50;

export const runAnalysis = (deps: Deps) =>
  route<{ Body: AnalysisRequest }>({
    method: 'POST',
    url: '/analysis/run',
    bodyLimit: ARRAY_LIMIT_BYTES,
    config: { largeObject: true, cost: deps.config.costAnalysis, extraCost, shedFirst: true, waits: true },
    schema: {
      operationId: 'runAnalysis',
      tags: ['analysis'],
      security: needs('analysis:run'),
      summary:
        'Run an analysis on questions given by id or by filter; waits 2 seconds for the result, or `Prefer: wait=N`',
      headers: preferHeader(),
      body: { $ref: 'AnalysisRequest#' },
      response: responses(
        {
          201: {
            description: 'The analysis ended within the wait',
            schema: { $ref: 'Analysis#' },
            headers: ['Location'],
          },
          202: {
            description: 'The analysis is still running: ask again at `Location`',
            schema: { $ref: 'Analysis#' },
            example: queuedRun,
            headers: ['Location'],
          },
        },
        POST_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const asked = readRequest(request.body);
      const stored = (await findStoredReply(deps, request)) ?? (await startRun(deps, request, asked));
      return replyInTime(deps, request, reply, stored);
    },
  });

function preferHeader() {
  const Prefer = {
    type: 'string',
    description:
      '`wait=N`: respond with the result if it is ready within N seconds (at most 30); `respond-async`: do not wait',
  };
  return { ...idempotencyHeader, properties: { ...idempotencyHeader.properties, Prefer } };
}

/** Computed before the body is checked. */
function extraCost(body: unknown): number {
  const asked = (body ?? {}) as Partial<Asked>;
  return [asked, ...othersOf(asked)].reduce((points, selection) => points + costOf(selection), 0);
}

function costOf({ question_ids }: Partial<OtherQuestions>): number {
  return Array.isArray(question_ids) ? Math.ceil(question_ids.length / QUESTIONS_PER_POINT) : POINTS_PER_FILTER;
}

/** Returns nothing for parameters that are about to be rejected. */
function othersOf({ analysis_type, parameters }: Partial<Asked>): readonly OtherQuestions[] {
  const type = analysisTypes.find(({ name }) => name === analysis_type);
  try {
    return type !== undefined && 'gather' in type ? (type.others?.(parameters ?? {}) ?? []) : [];
  } catch {
    return [];
  }
}

/**
 * Checks what the schema cannot: that questions are named in exactly one way, and the type's own rules for its
 * parameters.
 */
function readRequest({ analysis_type, question_ids, filter, parameters = {} }: AnalysisRequest): Asked {
  const violations: Violation[] = [];
  if (question_ids === undefined && filter === undefined) {
    const detail = 'Give question_ids or filter; {"filter": {}} means every ready question.';
    violations.push({ code: 'required', detail, pointer: '#/question_ids' });
  }
  if (question_ids !== undefined && filter !== undefined) {
    const detail = 'Give question_ids or filter, not both.';
    for (const pointer of ['#/question_ids', '#/filter'])
      violations.push({ code: 'conflicting_parameters', detail, pointer });
  }
  for (const { pointer, detail } of findAnalysisType(analysis_type).checkParameters?.(parameters) ?? []) {
    violations.push({ code: 'not_allowed', detail, pointer: `#/parameters${pointer}` });
  }
  if (violations.length > 0) throw violationError(violations);
  const ids = question_ids === undefined ? null : question_ids.map((id) => id.toLowerCase());
  return { analysis_type, parameters, question_ids: ids, filter: filter ?? null };
}

async function startRun(deps: Deps, request: FastifyRequest, asked: Asked): Promise<Reply> {
  await rejectEmptyFilters(deps, request, populationsOf(asked));
  return replyOnce(deps, request, (tx) => storeRun(deps, request, tx, asked));
}

/** Stores the record and its job in one transaction, or a copy of a run with the same result. */
async function storeRun(deps: Deps, request: FastifyRequest, tx: Executor, asked: Asked): Promise<Reply> {
  const populations = populationsOf(asked);
  for (const { question_ids, pointer } of populations)
    if (question_ids !== null) await rejectMissingQuestions(tx, question_ids, `${placeOf(pointer)}/question_ids`);
  const run = newRun(deps, request, asked);
  await requireQuota(tx, 'analyses', { owner: run.owner, max: deps.config.analysesKept });
  const repeated = await findRepeatedAnalysis(tx, run.fingerprint, namedQuestions(populations));
  const events = [analysisEvent('analysis.queued', run.id, run.owner, run.created_at)];
  if (repeated === undefined) {
    await rejectTooMany(deps, tx, run.owner);
    await insertAnalysis(tx, run);
    await deps.queue.enqueue(tx, 'analysis.plan', [{ data: { analysis_id: run.id }, owner: run.owner }]);
  } else {
    await insertRepeatedAnalysis(tx, run, repeated);
    events.push(analysisEvent('analysis.succeeded', run.id, run.owner, run.created_at));
  }
  await appendEvents(tx, events);
  const record = await findAnalysis(tx, run.id);
  if (record === undefined) throw new Error('the analysis that was just stored was not found');
  return {
    status: 202,
    headers: { location: `${requestBase(request)}/analysis/${run.id}` },
    body: renderAnalysis(record, request.principal),
  };
}

function newRun({ config, newId, now }: Deps, request: FastifyRequest, asked: Asked): NewAnalysis {
  const created_at = now();
  const engine_version = engineVersion(findAnalysisType(asked.analysis_type));
  return {
    ...asked,
    id: newId(),
    engine_version,
    owner: ownerOf(request),
    fingerprint: hash('sha256', fingerprintText(asked, engine_version), 'buffer'),
    created_at,
    expires_at: new Date(created_at.getTime() + config.analysisDays * DAY_MS),
  };
}

/** All questions of a run if each of them is named, otherwise null. */
function namedQuestions(populations: readonly OtherQuestions[]): readonly string[] | null {
  const named = populations.map(({ question_ids }) => question_ids);
  return named.some((ids) => ids === null) ? null : named.flatMap((ids) => ids ?? []);
}

async function rejectTooMany({ config }: Deps, tx: Executor, owner: string): Promise<void> {
  const { own, all } = await countUnfinished(tx, owner);
  if (own >= config.analysesUnfinished) throw tooManyUnfinished('unfinished analyses', own, config.analysesUnfinished);
  if (all >= config.analysesQueued) throw new AppError('queue_full', { headers: { 'retry-after': '5' } });
}

/** 201 if the run ends within the wait, otherwise 202. A repeated request gets the current state of its run. */
async function replyInTime(
  deps: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  stored: Reply,
): Promise<FastifyReply> {
  const { waitSeconds } = readPreferences(request.headers.prefer);
  const { id } = JSON.parse(stored.body) as { id: string };
  reply.visibilityApplied = true;
  const waitMs = waitSeconds === undefined ? deps.config.analysisWaitMs : waitSeconds * 1000;
  const { run, waited } = await waitForEnd(deps, request, id, waitMs);
  if (waitSeconds !== undefined && (waited || waitSeconds === 0))
    reply.header('preference-applied', waitSeconds === 0 ? 'respond-async' : `wait=${waitSeconds}`);
  if (run === undefined) return sendReply(reply, stored); // deleted by a concurrent request
  const body = renderAnalysis(run, request.principal);
  if (isFinished(run.status)) return sendReply(reply, { ...stored, status: 201, body });
  return sendReply(reply, { ...stored, headers: { ...stored.headers, 'retry-after': '1' }, body });
}
