import type { Deps } from '../../deps.ts';
import { mapInSlices } from '../../slices.ts';
import { listAnalyses as listStored } from '../../store/analysis-list.ts';
import { readKeysetPage } from '../keyset-list.ts';
import { refusePlayers } from '../refuse-players.ts';
import { NOT_MODIFIED, READ_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { renderAnalysis } from './present.ts';
import { AnalysisQuery } from './schema.ts';

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
        READ_REFUSALS,
      ),
    },
    handler: async (request, reply) => {
      refusePlayers(deps, request, 'analyses');
      const {
        limit: _limit,
        offset: _offset,
        cursor: _cursor,
        include_result,
        created_after,
        created_before,
        ...named
      } = request.query;
      const filter = { ...named, created_after: asDate(created_after), created_before: asDate(created_before) };
      const { rows, pagination } = await readKeysetPage(request, reply, request.query, {
        name: `analyses ${JSON.stringify(filter)}`,
        list: (page) => request.scan((db) => listStored(db, filter, include_result, page), deps.db.reads),
        keyOf: ({ id }) => id,
      });
      const rendered = await mapInSlices(rows, renderAnalysis);
      return reply
        .type('application/json; charset=utf-8')
        .send(`{"data":[${rendered.join(',')}],"pagination":${JSON.stringify(pagination)}}`);
    },
  });

function asDate(time: string | undefined): Date | undefined {
  return time === undefined ? undefined : new Date(time);
}
