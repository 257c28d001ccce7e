import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True where the body is a file: its handler reads it, piece by piece, as it arrives. */
    upload?: boolean;
  }
}

/**
 * For endpoints whose body is a file: handed on as a stream, whatever its type. A handler that stops reading leaves the
 * connection open, or its rejection would not arrive; what still comes after the reply is discarded.
 */
export function acceptUploads(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) =>
    done(null, payload.iterator({ destroyOnReturn: false })),
  );
  scope.addHook('onResponse', (request, _reply, done) => {
    request.raw.resume();
    done();
  });
}
