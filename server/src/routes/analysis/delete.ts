import type { Deps } from '../../deps.ts';
import { isFinished } from '../../domain/analysis.ts';
import { analysisEvent } from '../../domain/analysis-event.ts';
import { deleteAnalysis as deleteStored, findAnalysis } from '../../store/analyses.ts';
import { inTransaction } from '../../store/database.ts';
import { appendEvents } from '../../store/events.ts';
import { noticeEnd } from '../../store/notices.ts';
import { principalOf } from '../principal.ts';
import { refusePlayers } from '../refuse-players.ts';
import { BODY_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { refuseStrangers } from './guard.ts';
import { analysisId, analysisNotFound } from './present.ts';
import { analysisPath } from './schema.ts';

export const deleteAnalysis = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'DELETE',
    url: '/analysis/:id',
    schema: {
      operationId: 'deleteAnalysis',
      tags: ['analysis'],
      security: needs('analysis:run'),
      summary: 'Remove an analysis with its result and rows; one under way is canceled',
      params: analysisPath,
      response: responses({ 204: { description: 'It is gone.' } }, [...BODY_REFUSALS, 404]),
    },
    handler: async (request, reply) => {
      refusePlayers(deps, request, 'analyses');
      const id = analysisId(request.params);
      await inTransaction(deps.db.writes, async (tx) => {
        const run = await findAnalysis(tx, id);
        if (run === undefined) throw analysisNotFound(id);
        refuseStrangers(request, run);
        await deleteStored(tx, id);
        if (isFinished(run.status)) return;
        await appendEvents(tx, [analysisEvent('analysis.canceled', id, principalOf(request), deps.now())]);
        await deps.queue.withdraw(tx, 'analysis.shard', id);
        await noticeEnd(tx, id);
      });
      return reply.code(204).send();
    },
  });
