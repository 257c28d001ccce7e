import type { Registry } from 'prom-client';
import { responses } from '../responses.ts';
import { route } from '../route.ts';
import { needs } from '../security.ts';

export const getMetrics = (registry: Registry) =>
  route({
    method: 'GET',
    url: '/metrics',
    config: { json: false },
    schema: {
      operationId: 'getMetrics',
      tags: ['system'],
      security: needs('audit:read'),
      summary: 'Metrics for Prometheus',
      response: {
        ...responses({}, [400]),
        200: { description: 'Prometheus text format', content: { 'text/plain': { schema: { type: 'string' } } } },
      },
    },
    handler: async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()),
  });
