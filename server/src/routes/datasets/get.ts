import type { Deps } from '../../deps.ts';
import { findDataset } from '../../store/datasets/datasets.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { datasetId, datasetNotFound, datasetPath } from './schema.ts';

export const getDataset = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/datasets/:id',
    schema: {
      operationId: 'getDataset',
      tags: ['datasets'],
      security: needs('questions:read'),
      summary: 'A dataset: how many questions, their hash, licences and sources',
      params: datasetPath,
      response: responses({ 200: { description: 'The dataset', schema: { $ref: 'Dataset#' } }, 304: NOT_MODIFIED }, [
        ...READ_REJECTIONS,
        404,
      ]),
    },
    handler: async (request) => {
      const id = datasetId(request.params);
      const dataset = await findDataset(deps.db.reads, id);
      if (dataset === undefined) throw datasetNotFound(id);
      return dataset;
    },
  });
