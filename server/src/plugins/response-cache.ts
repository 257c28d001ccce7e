import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Deps } from '../deps.ts';
import { matchesAny } from '../domain/etag.ts';
import { playsOnly } from '../domain/principal.ts';
import { mergeCalls } from '../store/merge-calls.ts';
import { findSnapshot } from '../store/question-page-text.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes whose answer depends on the address and the database alone. */
    cached?: boolean;
  }
  interface FastifyReply {
    /** The state of the database that the whole answer shows; set by a handler whose answer may be kept. */
    snapshot: string | undefined;
  }
}

interface KeptAnswer {
  snapshot: string;
  etag: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

/**
 * Answers kept in memory, exact in every process: PostgreSQL's snapshot names the set of transactions that a statement
 * sees, so while `pg_current_snapshot()` reads the same as when the answer was made, the answer is the same. One look
 * at it serves all requests of one turn of the event loop. Any write in the cluster makes every kept answer useless.
 */
export class ResponseCache {
  readonly #answers = new Map<string, KeptAnswer>();
  readonly #mostBytes: number;
  #bytes = 0;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  find(address: string): KeptAnswer | undefined {
    return this.#answers.get(address);
  }

  keep(address: string, answer: KeptAnswer): void {
    this.forget(address);
    if (sizeOf(address, answer) > this.#mostBytes / LARGEST_SHARE) return;
    this.#answers.set(address, answer);
    this.#bytes += sizeOf(address, answer);
    for (const oldest of this.#answers.keys()) {
      if (this.#bytes <= this.#mostBytes) break;
      this.forget(oldest);
    }
  }

  forget(address: string): void {
    const answer = this.#answers.get(address);
    if (answer === undefined) return;
    this.#answers.delete(address);
    this.#bytes -= sizeOf(address, answer);
  }
}

/** An answer that takes more than this part of the cache would drive out too many others. */
const LARGEST_SHARE = 16;

/** Addresses are of Latin letters; the rest is the entry itself. */
function sizeOf(address: string, { body }: KeptAnswer): number {
  return address.length + Buffer.byteLength(body) + 500;
}

/** Whoever may only play sees other answers than the rest. */
export function cacheAddress({ originalUrl, principal }: FastifyRequest): string {
  return playsOnly(principal) ? `play ${originalUrl}` : originalUrl;
}

/** Straight to the socket: what Fastify does to send an answer would take a third of the time of this one. */
function sendNotModified(reply: FastifyReply, { etag }: KeptAnswer): void {
  reply.hijack();
  reply.raw.writeHead(304, { ...(reply.getHeaders() as OutgoingHttpHeaders), etag }).end();
}

/** Answers from the cache before anything is parsed. Call after the hooks that refuse requests. */
export function answerFromCache(app: FastifyInstance, deps: Deps): ResponseCache {
  const cache = new ResponseCache(deps.config.responseCacheMb * 1024 * 1024);
  const currentSnapshot = mergeCalls(
    async (calls: readonly undefined[]) => {
      const snapshot = await findSnapshot(deps.db.lists.hot);
      return calls.map(() => snapshot);
    },
    { most: Number.POSITIVE_INFINITY, underWay: 1 },
  );
  app.decorateReply('snapshot', undefined);
  const answer: onRequestAsyncHookHandler = async (request, reply) => {
    const address = cacheAddress(request);
    const kept = cache.find(address);
    if (kept === undefined) return;
    if ((await currentSnapshot(undefined)) !== kept.snapshot) {
      cache.forget(address);
      return;
    }
    const seen = request.headers['if-none-match'];
    if (seen !== undefined && matchesAny(seen, kept.etag, 'weak')) sendNotModified(reply, kept);
    else await reply.headers(kept.headers).send(kept.body);
  };
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' && route.config?.cached) route.onRequest = [route.onRequest ?? [], answer].flat();
  });
  return cache;
}
