import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Deps } from '../../deps.ts';
import { matchesAny } from '../../domain/http/etag.ts';
import { visibilityOf } from '../../domain/questions/visibility.ts';
import { mergeCalls } from '../../store/database/merge-calls.ts';
import { findSnapshot } from '../../store/questions/page-text.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for routes whose reply only depends on the URL and the database. */
    cached?: boolean;
  }
  interface FastifyReply {
    /** The database snapshot of the complete reply; set by a handler whose reply may be cached. */
    snapshot: string | undefined;
  }
}

interface KeptReply {
  snapshot: string;
  etag: string;
  headers: Record<string, string>;
  body: string | Buffer;
}

/**
 * Replies kept in memory, and still exact in every process: PostgreSQL's snapshot names the set of transactions that a
 * statement sees, so while `pg_current_snapshot()` is the same as when the reply was made, the reply is the same. One
 * query for it serves all requests of one turn of the event loop. Any write in the cluster invalidates every cached
 * reply.
 */
export class ResponseCache {
  readonly #replies: LRUCache<string, KeptReply>;

  constructor(maxBytes: number) {
    this.#replies = new LRUCache({
      maxSize: Math.max(1, maxBytes), // 0 would mean no limit; nothing fits into 1
      maxEntrySize: Math.max(1, Math.floor(maxBytes / MAX_SHARE)),
      sizeCalculation: (reply, address) => sizeOf(address, reply),
    });
  }

  get bytes(): number {
    return this.#replies.calculatedSize;
  }

  find(address: string): KeptReply | undefined {
    return this.#replies.get(address);
  }

  keep(address: string, reply: KeptReply): void {
    this.#replies.set(address, reply);
  }

  forget(address: string): void {
    this.#replies.delete(address);
  }
}

/** A reply larger than a sixteenth of the cache would displace too many others. */
const MAX_SHARE = 16;

/** The size of an entry. URLs are ASCII, so each character is a byte. */
function sizeOf(address: string, { body }: KeptReply): number {
  return address.length + Buffer.byteLength(body) + 500;
}

/** Callers who see other copies have separate entries. */
export function cacheAddress({ originalUrl, principal }: FastifyRequest): string {
  const { copy } = visibilityOf(principal);
  return copy === 'read' ? originalUrl : `${copy} ${originalUrl}`;
}

/** Written directly to the socket: sending it through Fastify would take a third of the time of such a request. */
function sendNotModified(reply: FastifyReply, { etag, headers: { link } }: KeptReply): void {
  reply.hijack();
  const headers = reply.getHeaders();
  const flat = link === undefined ? ['etag', etag] : ['etag', etag, 'link', link];
  for (const name in headers) flat.push(name, headers[name] as string);
  reply.raw.writeHead(304, flat).end();
}

/** Replies from the cache before anything is parsed. Call after the hooks that reject requests. */
export function replyFromCache(app: FastifyInstance, deps: Deps): ResponseCache {
  const cache = new ResponseCache(deps.config.responseCacheMb * 1024 * 1024);
  const currentSnapshot = mergeCalls(
    async (calls: readonly undefined[]) => {
      const snapshot = await findSnapshot(deps.db.lists.hot);
      return calls.map(() => snapshot);
    },
    { maxBatch: Number.POSITIVE_INFINITY, concurrency: 1 },
  );
  app.decorateReply('snapshot', undefined);
  const replyFromMemory: onRequestHookHandler = (request, reply, done) => {
    const address = cacheAddress(request);
    const kept = cache.find(address);
    if (kept === undefined) return done();
    currentSnapshot(undefined).then((snapshot) => {
      if (reply.sent) return; // too late: 504 was already sent
      if (snapshot !== kept.snapshot) {
        cache.forget(address);
        return done();
      }
      const seen = request.headers['if-none-match'];
      if (seen !== undefined && matchesAny(seen, kept.etag, 'weak')) sendNotModified(reply, kept);
      else void reply.headers(kept.headers).send(kept.body);
    }, done);
  };
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' && route.config?.cached)
      route.onRequest = [route.onRequest ?? [], replyFromMemory].flat();
  });
  return cache;
}
