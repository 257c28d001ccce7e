import type { Deps } from '../../deps.ts';
import { readPreferences } from '../../domain/http/prefer.ts';
import { route } from '../route.ts';
import { NOT_MODIFIED, READ_REJECTIONS, responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';
import { analysisPath } from './schema.ts';
import { analysisId, analysisNotFound, renderAnalysis } from './shared/present.ts';
import { waitForEnd } from './shared/wait.ts';

export const getAnalysis = (deps: Deps) =>
  route<{ Params: { id: string } }>({
    method: 'GET',
    url: '/analysis/:id',
    config: { waits: true },
    schema: {
      operationId: 'getAnalysis',
      tags: ['analysis'],
      security: needs('analysis:read'),
      summary: 'Get an analysis. With `Prefer: wait=N`, waits up to N seconds for it to end',
      headers: {
        type: 'object',
        properties: {
          Prefer: { type: 'string', description: '`wait=N`: wait up to N seconds (at most 30) for the end' },
        },
      },
      params: analysisPath,
      response: responses({ 200: { description: 'The analysis', schema: { $ref: 'Analysis#' } }, 304: NOT_MODIFIED }, [
        ...READ_REJECTIONS,
        404,
      ]),
    },
    handler: async (request, reply) => {
      const id = analysisId(request.params);
      const { waitSeconds = 0 } = readPreferences(request.headers.prefer);
      const { run, waited } = await waitForEnd(deps, request, id, waitSeconds * 1000);
      if (run === undefined) throw analysisNotFound(id);
      if (waited) reply.header('preference-applied', `wait=${waitSeconds}`);
      reply.visibilityApplied = true;
      return reply.type('application/json; charset=utf-8').send(renderAnalysis(run, request.principal));
    },
  });
