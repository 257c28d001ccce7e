import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VERSION } from '../../config/version.ts';

interface PublicUrl {
  publicUrl: string | undefined;
}

export function addStandardHeaders(app: FastifyInstance, config: PublicUrl): void {
  app.addHook('onRequest', (request, reply, done) => {
    setStandardHeaders(request, reply, config);
    done();
  });
}

/** The headers of every reply. Pages for people (docs, problems) replace the content policy. */
export function setStandardHeaders(request: FastifyRequest, reply: FastifyReply, { publicUrl }: PublicUrl): void {
  reply.headers({
    'api-version': VERSION,
    'x-request-id': request.id,
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  if (publicUrl?.startsWith('https:') === true || request.protocol === 'https') {
    reply.header('strict-transport-security', 'max-age=31536000');
  }
}
