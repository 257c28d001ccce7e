import type { Deps } from '../../deps.ts';
import { readPreferences } from '../../domain/prefer.ts';
import { refusePlayers } from '../refuse-players.ts';
import { NOT_MODIFIED, READ_REFUSALS, responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';
import { analysisId, analysisNotFound, renderAnalysis } from './present.ts';
import { analysisPath } from './schema.ts';
import { waitForEnd } from './wait.ts';

export const getAnalysis = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/analysis/:id',
    config: { waits: true },
    schema: {
      operationId: 'getAnalysis',
      tags: ['analysis'],
      security: needs('analysis:read'),
      summary: 'One analysis; with `Prefer: wait=N` as soon as it has ended, or after N seconds',
      headers: {
        type: 'object',
        properties: {
          Prefer: { type: 'string', description: '`wait=N`: wait up to N seconds (30 at most) for the end' },
        },
      },
      params: analysisPath,
      response: responses({ 200: { description: 'The analysis', schema: { $ref: 'Analysis#' } }, 304: NOT_MODIFIED }, [
        ...READ_REFUSALS,
        404,
      ]),
    },
    handler: async (request, reply) => {
      refusePlayers(deps, request, 'analyses');
      const id = analysisId(request.params);
      const { waitSeconds = 0 } = readPreferences(request.headers.prefer);
      const run = await waitForEnd(deps, id, waitSeconds * 1000);
      if (run === undefined) throw analysisNotFound(id);
      if (waitSeconds > 0) reply.header('preference-applied', `wait=${waitSeconds}`);
      return reply.type('application/json; charset=utf-8').send(renderAnalysis(run));
    },
  });
