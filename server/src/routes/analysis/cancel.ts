import type { Deps } from '../../deps.ts';
import { analysisEvent } from '../../domain/analysis/event.ts';
import { AppError } from '../../errors.ts';
import { cancelAnalysis as cancelStored, findAnalysis } from '../../store/analysis/analyses.ts';
import { notify } from '../../store/database/notices.ts';
import { appendEvents } from '../../store/events.ts';
import { route } from '../route.ts';
import { principalOf } from '../shared/principal.ts';
import { replyOnce, sendReply } from '../shared/reply-once.ts';
import { idempotencyHeader, POST_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { canceledRun } from './examples.ts';
import { analysisPath } from './schema.ts';
import { requireOwner } from './shared/guard.ts';
import { analysisId, analysisNotFound, renderAnalysis } from './shared/present.ts';

export const cancelAnalysis = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'POST',
    url: '/analysis/:id/cancel',
    schema: {
      operationId: 'cancelAnalysis',
      tags: ['analysis'],
      security: needs('analysis:run'),
      summary: 'Cancel an analysis that is queued or running',
      headers: idempotencyHeader,
      params: analysisPath,
      response: responses(
        { 200: { description: 'The analysis, canceled', schema: { $ref: 'Analysis#' }, example: canceledRun } },
        [...POST_REJECTIONS, 404],
      ),
    },
    handler: async (request, reply) => {
      const id = analysisId(request.params);
      const result = await replyOnce(deps, request, async (tx) => {
        const run = await findAnalysis(tx, id);
        if (run === undefined) throw analysisNotFound(id);
        requireOwner(request, run);
        const now = deps.now();
        if ((await cancelStored(tx, id, now)) === undefined) {
          const { status } = (await findAnalysis(tx, id)) ?? run; // it may have ended since
          throw new AppError('analysis_finished', {
            detail: `The analysis has already ended: its status is ${status}.`,
          });
        }
        await appendEvents(tx, [analysisEvent('analysis.canceled', id, principalOf(request), now)]);
        await deps.queue.withdraw(tx, 'analysis.shard', { analysis_id: id });
        await notify(tx, 'analysis_ended', id);
        deps.metrics.analysisEnded(run.analysis_type, 'canceled');
        const canceled = await findAnalysis(tx, id);
        return { status: 200, headers: {}, body: renderAnalysis(canceled ?? run, request.principal) };
      });
      reply.visibilityApplied = true;
      return sendReply(reply, result);
    },
  });
