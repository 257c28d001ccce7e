import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { MemoryShares } from '../../limits/memory-shares.ts';
import { payerOf } from '../access/rate-limit.ts';
import { OBJECT_LIMIT_BYTES } from '../json/body.ts';

/** The memory of an upload, which is passed on in pieces while it arrives. */
const UPLOAD_BYTES = 1024 * 1024;

/** Limits the total memory of large bodies, from before they are read until their replies are sent. */
export function limitBodyMemory(app: FastifyInstance, { bodyMemoryMb }: { bodyMemoryMb: number }): void {
  const memory = new MemoryShares(bodyMemoryMb * 1024 * 1024);
  app.addHook('onRequest', (request, reply, done) => {
    const bytes = announcedBytes(request);
    if (bytes <= OBJECT_LIMIT_BYTES) return done(); // limited by the number of connections
    const { key } = payerOf(request);
    const rejection = memory.take(key, bytes);
    if (rejection !== undefined) {
      return done(new AppError(rejection, { headers: { 'retry-after': '1' }, ...DETAILS[rejection] }));
    }
    reply.raw.once('close', () => memory.release(key, bytes));
    done();
  });
}

const DETAILS = {
  concurrency_limited: {
    detail: 'Your earlier large requests are still being processed. Send them one at a time. Try again in 1 s.',
  },
  overloaded: {},
} as const;

/** The size announced by the headers, at most the limit of the route. A body without a length may be that large. */
function announcedBytes(request: FastifyRequest): number {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers;
  if (length === undefined && coding === undefined) return 0;
  if (request.route.upload === true) return UPLOAD_BYTES;
  const limit = request.routeOptions.bodyLimit ?? OBJECT_LIMIT_BYTES;
  return coding === undefined ? Math.min(Number(length), limit) : limit;
}
