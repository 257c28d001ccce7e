import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the body is a file, which its handler reads piece by piece as it arrives. */
    upload?: boolean;
  }
}

/**
 * For endpoints whose body is a file: it is passed on as a stream, whatever its type. A caller who is rejected in the
 * middle may have hundreds of MiB left to send: the connection stays open until the reply has been sent, and ends with
 * it.
 */
export function acceptUploads(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) =>
    done(null, payload.iterator({ destroyOnReturn: false })),
  );
  scope.addHook('onSend', (request, reply, payload: unknown, done) => {
    const { readableDidRead, readableEnded } = request.raw;
    if (readableDidRead && !readableEnded) reply.header('connection', 'close');
    done(null, payload);
  });
  scope.addHook('onResponse', (request, _reply, done) => {
    request.raw.resume();
    done();
  });
}
