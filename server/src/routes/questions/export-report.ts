import { type Static, Type } from 'typebox';
import type { Deps } from '../../deps.ts';
import { route } from '../route.ts';
import { readReportOptions, reportParameters } from '../shared/export/query.ts';
import { reportExport } from '../shared/export/report.ts';
import { READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { readExportScope, readLines } from './export/read-lines.ts';
import { filterParameters } from './schema.ts';

const ReportQuery = Type.Object({ ...filterParameters, ...reportParameters }, { additionalProperties: false });

export const reportQuestionExport = (deps: Deps) =>
  route<{ Querystring: Static<typeof ReportQuery> }>({
    method: 'GET',
    url: '/questions/export/report',
    config: { shedFirst: true, cost: deps.config.costExport },
    schema: {
      operationId: 'reportQuestionExport',
      tags: ['questions'],
      security: needs('questions:read'),
      summary: 'What an export would leave out: questions by reason, fields by name',
      querystring: ReportQuery,
      response: responses({ 200: { description: 'The report', schema: { $ref: 'ExportReport#' } } }, READ_REJECTIONS),
    },
    handler: async (request, reply) => {
      const { format, options, after } = readReportOptions(request.query);
      const scope = await readExportScope(deps, request, request.query, after);
      const report = await request.insteadOfDownload(() => reportExport(readLines(deps, scope), format, options));
      return reply.header('cache-control', 'no-store').send(report);
    },
  });
