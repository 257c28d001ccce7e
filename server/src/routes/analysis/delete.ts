import type { Deps } from '../../deps.ts';
import { isFinished } from '../../domain/analysis/analysis.ts';
import { analysisEvent } from '../../domain/analysis/event.ts';
import { deleteAnalysis as deleteStored, findAnalysis } from '../../store/analysis/analyses.ts';
import { inTransaction } from '../../store/database/database.ts';
import { notify } from '../../store/database/notices.ts';
import { appendEvents } from '../../store/events.ts';
import { route } from '../route.ts';
import { deletedResponses, preferMinimal, sendDeleted } from '../shared/deleted.ts';
import { principalOf } from '../shared/principal.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { analysisPath } from './schema.ts';
import { requireOwner } from './shared/guard.ts';
import { analysisId, analysisNotFound } from './shared/present.ts';

export const deleteAnalysis = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'DELETE',
    url: '/analysis/:id',
    schema: {
      operationId: 'deleteAnalysis',
      tags: ['analysis'],
      security: needs('analysis:run'),
      summary: 'Delete an analysis with its result and rows; a running one is canceled',
      params: analysisPath,
      headers: preferMinimal,
      response: responses(deletedResponses('Deleted', 'Deleted'), [...BODY_REJECTIONS, 404]),
    },
    handler: async (request, reply) => {
      const id = analysisId(request.params);
      await inTransaction(deps.db.writes, async (tx) => {
        const run = await findAnalysis(tx, id);
        if (run === undefined) throw analysisNotFound(id);
        requireOwner(request, run);
        await deleteStored(tx, id);
        if (isFinished(run.status)) return;
        await appendEvents(tx, [analysisEvent('analysis.canceled', id, principalOf(request), deps.now())]);
        await deps.queue.withdraw(tx, 'analysis.shard', { analysis_id: id });
        await notify(tx, 'analysis_ended', id);
      });
      return sendDeleted(request, reply, { id }, deps.now());
    },
  });
