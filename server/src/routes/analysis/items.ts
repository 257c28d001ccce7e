import { findAnalysisType } from '../../analysis/index.ts';
import type { Deps } from '../../deps.ts';
import { asksFor } from '../../plugins/http/negotiation.ts';
import { varyBy } from '../../plugins/http/vary.ts';
import { findAnalysis } from '../../store/analysis/analyses.ts';
import { route } from '../route.ts';
import { readKeysetPage } from '../shared/keyset-list.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { assignmentsOf } from './items/assignments.ts';
import { csvOf } from './items/csv.ts';
import { listRows } from './items/list-rows.ts';
import { readSelection } from './items/selection.ts';
import { analysisPath, RowsQuery } from './schema.ts';
import { analysisId, analysisNotFound, rejectWithheld } from './shared/present.ts';

export const listAnalysisItems = (deps: Deps) =>
  route<{ Params: { id: string }; Querystring: RowsQuery }>({
    method: 'GET',
    url: '/analysis/:id/items',
    config: { csv: true },
    schema: {
      operationId: 'listAnalysisItems',
      tags: ['analysis'],
      security: needs('analysis:read'),
      summary:
        'The rows of a result, one for each question or cell, most important first; none until the analysis has succeeded',
      params: analysisPath,
      querystring: RowsQuery,
      response: {
        ...responses({ 304: NOT_MODIFIED }, [...READ_REJECTIONS, 404]),
        200: {
          description: 'A page of rows; with `Accept: text/csv` for a spreadsheet, the next page by `Link`',
          content: {
            'application/json': { schema: { $ref: 'AnalysisItemList#' } },
            'text/csv': { schema: { type: 'string', examples: ['keys,count\r\n…'] } },
          },
        },
      },
    },
    handler: async (request, reply) => {
      const id = analysisId(request.params);
      const run = await findAnalysis(deps.db.reads, id);
      if (run === undefined) throw analysisNotFound(id);
      rejectWithheld(deps, request, run);
      reply.visibilityApplied = true;
      const selection = readSelection(run, request.query);
      const csv = asksFor('text/csv', request.headers.accept)
        ? csvOf(findAnalysisType(run.analysis_type).item)
        : undefined;
      const { rows, pagination } = await readKeysetPage(request, reply, request.query, {
        name: `items of ${id} ${JSON.stringify(selection)}`,
        list: (page) => listRows(deps, request, run, selection, page, csv?.line),
        keyOf: ({ ordinal }) => String(ordinal),
      });
      varyBy(reply, 'Accept');
      if (csv !== undefined) {
        return reply
          .header('content-disposition', `attachment; filename="${run.analysis_type}-${id}.csv"`)
          .type('text/csv; charset=utf-8')
          .send(`${csv.header}${rows.map(({ text }) => text).join('')}`);
      }
      const assignments = await assignmentsOf(deps, request, run, rows);
      const data = rows.map(({ text }) => text).join(',');
      return reply
        .type('application/json; charset=utf-8')
        .send(`{"data":[${data}],"pagination":${JSON.stringify(pagination)}${assignments}}`);
    },
  });
