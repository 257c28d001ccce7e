import type { FastifyInstance } from 'fastify';

/**
 * For the endpoint of assistants: a message is passed on as bytes, since the protocol has its own errors for invalid
 * ones.
 */
export function acceptMcpMessages(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    request.bodyBytes = body.length;
    done(null, body);
  });
}
