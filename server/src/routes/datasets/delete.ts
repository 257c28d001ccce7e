import type { Deps } from '../../deps.ts';
import { inTransaction } from '../../store/database/database.ts';
import { deleteDataset as deleteStored, findDataset } from '../../store/datasets/datasets.ts';
import { route } from '../route.ts';
import { deletedResponses, preferMinimal, sendDeleted } from '../shared/deleted.ts';
import { requireSameContent } from '../shared/if-match.ts';
import { principalOf } from '../shared/principal.ts';
import { BODY_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { datasetId, datasetNotFound, datasetPath } from './schema.ts';

export const deleteDataset = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'DELETE',
    url: '/datasets/:id',
    schema: {
      operationId: 'deleteDataset',
      tags: ['datasets'],
      security: needs('questions:read'),
      summary: 'Delete a dataset of your own; with `questions:delete` anybody’s. Its questions stay as they are',
      params: datasetPath,
      headers: preferMinimal,
      response: responses(deletedResponses('Deleted', 'Deleted'), [...BODY_REJECTIONS, 404, 412]),
    },
    handler: async (request, reply) => {
      const id = datasetId(request.params);
      const owner = request.principal.scopes.includes('questions:delete') ? null : principalOf(request);
      const deleted = await inTransaction(deps.db.writes, async (tx) => {
        const dataset = request.headers['if-match'] === undefined ? undefined : await findDataset(tx, id);
        if (dataset !== undefined) requireSameContent(request, dataset, 'dataset');
        if (!(await deleteStored(tx, id, owner))) return false;
        await deps.queue.cancel(tx, id, deps.now());
        return true;
      });
      if (!deleted) throw datasetNotFound(id);
      return sendDeleted(request, reply, { id }, deps.now());
    },
  });
