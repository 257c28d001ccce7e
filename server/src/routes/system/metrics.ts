import type { Deps } from '../../deps.ts';
import { route } from '../route.ts';
import { responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';

export const getMetrics = ({ metrics: { shown } }: Deps) =>
  route({
    method: 'GET',
    url: '/metrics',
    // Metrics matter most when the service is overloaded or the database is unavailable.
    config: { json: false, withoutQuestions: true, cost: 0, recentTokens: true },
    schema: {
      operationId: 'getMetrics',
      tags: ['system'],
      security: needs('audit:read'),
      summary: 'Metrics for Prometheus',
      response: {
        ...responses({}, [400]),
        200: {
          description: 'Prometheus text format',
          content: {
            'text/plain': { schema: { type: 'string', examples: ['# HELP quaestor_http_request_duration_seconds …'] } },
          },
        },
      },
    },
    handler: async (_request, reply) => reply.type(shown.contentType).send(await shown.metrics()),
  });
