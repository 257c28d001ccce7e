import type { Deps } from '../../deps.ts';
import { mapInSlices } from '../../limits/slices.ts';
import { listAnalyses as listStored } from '../../store/analysis/list.ts';
import { route } from '../route.ts';
import { readKeysetPage } from '../shared/keyset-list.ts';
import { readTime } from '../shared/read-time.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { AnalysisQuery } from './schema.ts';
import { renderAnalysis } from './shared/present.ts';

export const listAnalyses = (deps: Deps) =>
  route<{ Querystring: AnalysisQuery }>({
    method: 'GET',
    url: '/analysis',
    schema: {
      operationId: 'listAnalyses',
      tags: ['analysis'],
      security: needs('analysis:read'),
      summary: 'Retrieve analysis results, newest first',
      querystring: AnalysisQuery,
      response: responses(
        { 200: { description: 'A page of analyses', schema: { $ref: 'AnalysisList#' } }, 304: NOT_MODIFIED },
        READ_REJECTIONS,
      ),
    },
    handler: async (request, reply) => {
      const {
        limit: _limit,
        offset: _offset,
        cursor: _cursor,
        include_result,
        created_after,
        created_before,
        ...named
      } = request.query;
      const filter = { ...named, created_after: readTime(created_after), created_before: readTime(created_before) };
      const { rows, pagination } = await readKeysetPage(request, reply, request.query, {
        name: `analyses ${JSON.stringify(filter)}`,
        list: (page) => request.scan((db) => listStored(db, filter, include_result, page), deps.db.reads),
        keyOf: ({ id }) => id,
      });
      const rendered = await mapInSlices(rows, (run) => renderAnalysis(run, request.principal));
      reply.visibilityApplied = true;
      return reply
        .type('application/json; charset=utf-8')
        .send(`{"data":[${rendered.join(',')}],"pagination":${JSON.stringify(pagination)}}`);
    },
  });
