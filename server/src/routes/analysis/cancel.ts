import type { Deps } from '../../deps.ts';
import { analysisEvent } from '../../domain/analysis-event.ts';
import { AppError } from '../../errors.ts';
import { cancelAnalysis as cancelStored, findAnalysis } from '../../store/analyses.ts';
import { appendEvents } from '../../store/events.ts';
import { noticeEnd } from '../../store/notices.ts';
import { answerOnce, sendAnswer } from '../answer-once.ts';
import { principalOf } from '../principal.ts';
import { refusePlayers } from '../refuse-players.ts';
import { idempotencyHeader, POST_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { refuseStrangers } from './guard.ts';
import { analysisId, analysisNotFound, renderAnalysis } from './present.ts';
import { analysisPath } from './schema.ts';

export const cancelAnalysis = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'POST',
    url: '/analysis/:id/cancel',
    schema: {
      operationId: 'cancelAnalysis',
      tags: ['analysis'],
      security: needs('analysis:run'),
      summary: 'End an analysis that is queued or running',
      headers: idempotencyHeader,
      params: analysisPath,
      response: responses({ 200: { description: 'The analysis, canceled', schema: { $ref: 'Analysis#' } } }, [
        ...POST_REFUSALS,
        404,
      ]),
    },
    handler: async (request, reply) => {
      refusePlayers(deps, request, 'analyses');
      const id = analysisId(request.params);
      const answer = await answerOnce(deps, request, async (tx) => {
        const run = await findAnalysis(tx, id);
        if (run === undefined) throw analysisNotFound(id);
        refuseStrangers(request, run);
        const now = deps.now();
        if ((await cancelStored(tx, id, now)) === undefined) {
          const { status } = (await findAnalysis(tx, id)) ?? run; // it may have ended since
          throw new AppError('analysis_finished', { detail: `The analysis has ended already: it is ${status}.` });
        }
        await appendEvents(tx, [analysisEvent('analysis.canceled', id, principalOf(request), now)]);
        await deps.queue.withdraw(tx, 'analysis.shard', id);
        await noticeEnd(tx, id);
        const canceled = await findAnalysis(tx, id);
        return { status: 200, headers: {}, body: renderAnalysis(canceled ?? run) };
      });
      return sendAnswer(reply, answer);
    },
  });
