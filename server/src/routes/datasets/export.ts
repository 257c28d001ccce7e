import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { violationError } from '../../errors.ts';
import { Losses } from '../../formats/format.ts';
import { type DatasetPlace, findDatasetPlace, readDatasetBatch } from '../../store/datasets/chunks.ts';
import { findDataset } from '../../store/datasets/datasets.ts';
import { route } from '../route.ts';
import { exportParameters, readExportOptions } from '../shared/export/query.ts';
import { readAhead } from '../shared/export/read-ahead.ts';
import { contentType, EXPORTED } from '../shared/export/reply.ts';
import { writeExport } from '../shared/export/write.ts';
import { responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { datasetId, datasetNotFound, datasetPath } from './schema.ts';

const ExportQuery = Type.Object(exportParameters, { additionalProperties: false });

export const exportDataset = (deps: Deps) =>
  route<{ Params: { id: string }; Querystring: Static<typeof ExportQuery> }>({
    method: 'GET',
    url: '/datasets/:id/export',
    config: { json: false, shedFirst: true, cost: deps.config.costExport },
    schema: {
      operationId: 'exportDataset',
      tags: ['datasets'],
      security: needs('questions:read'),
      summary:
        'The questions of a dataset as they were when it was made, also those that were changed or deleted since',
      params: datasetPath,
      querystring: ExportQuery,
      response: { ...responses({}, [400, 404, 503, 504]), 200: EXPORTED },
    },
    handler: async (request, reply) => {
      const id = datasetId(request.params);
      const { format, options, after } = readExportOptions(request.query);
      const dataset = await findDataset(deps.db.reads, id);
      if (dataset === undefined) throw datasetNotFound(id);
      const start = after === undefined ? FIRST : await findDatasetPlace(deps.db.reads, id, after);
      if (start === undefined) {
        const detail = `The dataset has no question with the id "${after}": start again without \`after\`.`;
        throw violationError([{ code: 'resource_missing', detail, parameter: 'after' }]);
      }
      return reply.sendDownload({
        fileName: `dataset-${id}.${format.extensions[0]}`,
        mediaType: contentType(format),
        open: () => writeExport(readLines(deps, id, start), format, new Losses(), options),
      });
    },
  });

const FIRST: DatasetPlace = { ordinal: 0, place: 0 };

async function* readLines(deps: Deps, id: string, start: DatasetPlace): AsyncGenerator<string, void, undefined> {
  for await (const { lines } of readAhead(start, (place) => readDatasetBatch(deps.db.reads, id, place)))
    if (lines !== '') yield lines;
}
