import type { FastifyInstance, FastifyReply } from 'fastify';
import { AppError } from '../../errors.ts';
import { MemoryShares } from '../../limits/memory-shares.ts';
import { payerOf } from '../access/rate-limit.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The bytes that the reply reserves of the memory for large replies. */
    reservedBytes: number;
    /** Reserves memory for the body, before it is read if its size is known, until it has been sent. */
    reserve(bytes: number): void;
  }
}

/** Smaller replies are limited by the number of connections. */
const LARGE_REPLY_BYTES = 64 * 1024;
/** A reader slower than this for some time blocks memory for others, so the connection is closed. */
const PATIENCE = { ms: 10_000, minBytesPerMs: 128 };

/** Limits the total memory of large replies, and how long a slow reader may occupy it. */
export function limitReplyMemory(
  app: FastifyInstance,
  { replyMemoryMb }: { replyMemoryMb: number },
  patience = PATIENCE,
): void {
  const memory = new MemoryShares(replyMemoryMb * 1024 * 1024);
  app.decorateReply('reservedBytes', 0);
  app.decorateReply('reserve', function reserve(this: FastifyReply, bytes: number) {
    const further = bytes - this.reservedBytes;
    if (further <= 0) return;
    const caller = payerOf(this.request).key;
    const rejection = memory.take(caller, further);
    if (rejection !== undefined)
      throw new AppError(rejection, { headers: { 'retry-after': '1' }, ...DETAILS[rejection] });
    const patienceMs = patience.ms + bytes / patience.minBytesPerMs;
    if (this.reservedBytes === 0) releaseAtEnd(this, patienceMs, () => memory.release(caller, this.reservedBytes));
    this.reservedBytes = bytes;
  });
  app.addHook('onSend', ({ method }, reply, payload, done) => {
    try {
      // It is too late to reject a write that has been done.
      if (method === 'GET' || method === 'HEAD') reserveFor(reply, payload);
      done(null, payload);
    } catch (error) {
      done(error as Error);
    }
  });
}

function reserveFor(reply: FastifyReply, payload: unknown): void {
  const isContent = typeof payload === 'string' || Buffer.isBuffer(payload);
  if (!isContent || payload.length <= LARGE_REPLY_BYTES / 4) return;
  const bytes = Buffer.byteLength(payload);
  if (bytes > LARGE_REPLY_BYTES) reply.reserve(bytes);
}

const DETAILS = {
  concurrency_limited: {
    detail: 'Large responses to you are still being sent. Read them, or request smaller pages. Try again in 1 s.',
  },
  overloaded: {},
} as const;

function releaseAtEnd({ raw }: FastifyReply, patienceMs: number, release: () => void): void {
  const deadline = setTimeout(() => raw.destroy(), patienceMs).unref();
  const end = () => {
    clearTimeout(deadline);
    raw.off('finish', end).off('close', end);
    release();
  };
  raw.once('finish', end).once('close', end);
}
