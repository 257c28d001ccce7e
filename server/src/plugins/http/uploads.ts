import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True if the body is a file, which its handler reads piece by piece as it arrives. */
    upload?: boolean;
  }
}

/** How much a rejected caller may still send: many clients read no response before they have sent everything. */
export const MAX_DISCARDED_BYTES = 64 * 2 ** 20;

/**
 * For endpoints whose body is a file: it is passed on as a stream, whatever its type. The rest of a file that was
 * rejected halfway is read and discarded: closing the connection at once would reset it, and the response could be
 * lost.
 */
export function acceptUploads(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) =>
    done(null, payload.iterator({ destroyOnReturn: false })),
  );
  scope.addHook('onResponse', (request, _reply, done) => {
    if (!request.raw.readableEnded) discardRest(request.raw);
    done();
  });
}

/** Reading ends at the time limit of the request, which applies until the whole body has arrived. */
function discardRest(message: IncomingMessage): void {
  let bytes = 0;
  message.on('data', (piece: Buffer) => {
    bytes += piece.length;
    if (bytes > MAX_DISCARDED_BYTES) message.destroy();
  });
  message.resume();
}
