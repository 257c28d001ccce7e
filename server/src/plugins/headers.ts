import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { API_VERSION } from '../version.ts';

/** Headers that every answer carries. Pages for people (docs, problems) replace the content policy by their own. */
export function addStandardHeaders(app: FastifyInstance, config: Config): void {
  const tls = config.publicUrl?.startsWith('https:') === true;
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'api-version': API_VERSION,
      'x-request-id': request.id,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    if (tls || request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000');
  });
}
