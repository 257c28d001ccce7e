import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { route } from '../route.ts';
import { readReportOptions, reportParameters } from '../shared/export/query.ts';
import { reportExport } from '../shared/export/report.ts';
import { READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { datasetId, datasetPath } from './schema.ts';
import { findStart, readLines } from './shared/read-lines.ts';

const ReportQuery = Type.Object(reportParameters, { additionalProperties: false });

export const reportDatasetExport = (deps: Deps) =>
  route<{ Params: { id: string }; Querystring: Static<typeof ReportQuery> }>({
    method: 'GET',
    url: '/datasets/:id/export/report',
    config: { shedFirst: true, cost: deps.config.costExport },
    schema: {
      operationId: 'reportDatasetExport',
      tags: ['datasets'],
      security: needs('questions:read'),
      summary: 'Report what an export of a dataset would leave out: questions by reason, fields by name',
      params: datasetPath,
      querystring: ReportQuery,
      response: responses({ 200: { description: 'The report', schema: { $ref: 'ExportReport#' } } }, [
        ...READ_REJECTIONS,
        404,
      ]),
    },
    handler: async (request, reply) => {
      const id = datasetId(request.params);
      const { format, options, after } = readReportOptions(request.query);
      const { start } = await findStart(deps, id, after);
      const report = await request.insteadOfDownload(() => reportExport(readLines(deps, id, start), format, options));
      return reply.header('cache-control', 'no-store').send(report);
    },
  });
