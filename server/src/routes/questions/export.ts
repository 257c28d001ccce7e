import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { Losses } from '../../formats/format.ts';
import { route } from '../route.ts';
import { chosenBy, exportDisposition, LineCount } from '../shared/export/file-name.ts';
import { exportParameters, readExportOptions } from '../shared/export/query.ts';
import { contentType, EXPORTED } from '../shared/export/reply.ts';
import { writeExport } from '../shared/export/write.ts';
import { responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { readExportScope, readLines } from './export/read-lines.ts';
import { filterParameters } from './schema.ts';

const ExportQuery = Type.Object({ ...filterParameters, ...exportParameters }, { additionalProperties: false });

export const exportQuestions = (deps: Deps) =>
  route<{ Querystring: Static<typeof ExportQuery> }>({
    method: 'GET',
    url: '/questions/export',
    config: { json: false, shedFirst: true, cost: deps.config.costExport },
    schema: {
      operationId: 'exportQuestions',
      tags: ['questions'],
      security: needs('questions:read'),
      summary: 'All questions that match, as a file in the format of another program; in creation order',
      querystring: ExportQuery,
      response: { ...responses({}, [400, 503, 504]), 200: EXPORTED },
    },
    handler: async (request, reply) => {
      const { format, options, after } = readExportOptions(request.query, request.headers['accept-language']);
      const scope = await readExportScope(deps, request, request.query, after);
      const losses = new Losses();
      const count = new LineCount(losses);
      const chosen = options.title === undefined ? chosenBy(scope.filter) : [options.title];
      return reply.sendDownload({
        disposition: (isComplete) => exportDisposition({ format, chosen, count: isComplete ? count.written : null }),
        mediaType: contentType(format),
        open: () => writeExport(count.of(readLines(deps, scope)), format, losses, options),
        leftOut: () => losses.count,
      });
    },
  });
