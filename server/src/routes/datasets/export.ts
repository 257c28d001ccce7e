import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { Losses } from '../../formats/format.ts';
import { route } from '../route.ts';
import { exportDisposition, LineCount } from '../shared/export/file-name.ts';
import { exportParameters, readExportOptions } from '../shared/export/query.ts';
import { contentType, EXPORTED } from '../shared/export/reply.ts';
import { writeExport } from '../shared/export/write.ts';
import { responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { datasetId, datasetPath } from './schema.ts';
import { findStart, readLines } from './shared/read-lines.ts';

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
        'The questions of a dataset as they were when it was created, including those that were changed or deleted since',
      params: datasetPath,
      querystring: ExportQuery,
      response: { ...responses({}, [400, 404, 503, 504]), 200: EXPORTED },
    },
    handler: async (request, reply) => {
      const id = datasetId(request.params);
      const { format, options, after } = readExportOptions(request.query, request.headers['accept-language']);
      const { start, name } = await findStart(deps, id, after);
      const losses = new Losses();
      const count = new LineCount(losses);
      const chosen = [options.title ?? name ?? `dataset ${id.slice(-12)}`];
      return reply.sendDownload({
        disposition: (isComplete) => exportDisposition({ format, chosen, count: isComplete ? count.written : null }),
        mediaType: contentType(format),
        open: () => writeExport(count.of(readLines(deps, id, start)), format, losses, options),
        leftOut: () => losses.count,
      });
    },
  });
