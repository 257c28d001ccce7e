import type { Registry } from 'prom-client';
import { route } from '../route.ts';
import { responses } from '../shared/responses.ts';
import { needs } from '../shared/security.ts';

/** The text of metrics: of this process, or of all processes of one API. */
export type MetricsText = Pick<Registry, 'contentType' | 'metrics'>;

export const getMetrics = (text: MetricsText) =>
  route({
    method: 'GET',
    url: '/metrics',
    config: { json: false, withoutQuestions: true },
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
    handler: async (_request, reply) => reply.type(text.contentType).send(await text.metrics()),
  });
