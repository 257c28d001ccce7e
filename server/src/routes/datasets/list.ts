import type { Deps } from '../../deps.ts';
import { listDatasets as listStored } from '../../store/datasets/datasets.ts';
import { route } from '../route.ts';
import { KeysetQuery, readKeysetPage } from '../shared/keyset-list.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';

export const listDatasets = (deps: Deps) =>
  route<{ Querystring: KeysetQuery }>({
    method: 'GET',
    url: '/datasets',
    schema: {
      operationId: 'listDatasets',
      tags: ['datasets'],
      security: needs('questions:read'),
      summary: 'Datasets, newest first',
      querystring: KeysetQuery,
      response: responses(
        { 200: { description: 'A page of datasets', schema: { $ref: 'DatasetList#' } }, 304: NOT_MODIFIED },
        READ_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const { rows: data, pagination } = await readKeysetPage(request, reply, request.query, {
        name: 'datasets',
        list: (page) => listStored(deps.db.reads, page),
        keyOf: ({ id }) => id,
      });
      return { data, pagination };
    },
  });
