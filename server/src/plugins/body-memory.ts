import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { MemoryShares } from '../limits/memory-shares.ts';
import { OBJECT_LIMIT_BYTES } from './json-body.ts';
import { payerOf } from './rate-limit.ts';

/** Bounds what large bodies hold in memory together, from before they are read until they have been answered. */
export function limitBodyMemory(app: FastifyInstance, { bodyMemoryMb }: { bodyMemoryMb: number }): void {
  const memory = new MemoryShares(bodyMemoryMb * 1024 * 1024);
  app.addHook('onRequest', (request, reply, done) => {
    const bytes = announcedBytes(request);
    if (bytes <= OBJECT_LIMIT_BYTES) return done(); // bounded by the number of connections
    const { key } = payerOf(request);
    const refusal = memory.take(key, bytes);
    if (refusal !== undefined) {
      return done(new AppError(refusal, { headers: { 'retry-after': '1' }, ...DETAILS[refusal] }));
    }
    reply.raw.once('close', () => memory.release(key, bytes));
    done();
  });
}

const DETAILS = {
  concurrency_limited: {
    detail: 'Large bodies of yours are still being worked on. Send one after the other. Try again in 1 s.',
  },
  overloaded: {},
} as const;

/** What the headers promise, and never more than the route reads. A body without a length may be as large as that. */
function announcedBytes({ headers, routeOptions }: FastifyRequest): number {
  const limit = routeOptions.bodyLimit ?? OBJECT_LIMIT_BYTES;
  if (headers['transfer-encoding'] !== undefined) return limit;
  return Math.min(Number(headers['content-length'] ?? 0), limit);
}
