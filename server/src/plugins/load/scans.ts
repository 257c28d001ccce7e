import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { Gate } from '../../limits/gate.ts';
import type { Executor, Pool } from '../../store/database/database.ts';
import { translateDatabaseError } from '../../store/database/database-errors.ts';
import { inScan } from '../../store/database/scan.ts';
import { payerOf } from '../access/rate-limit.ts';
import { passGate } from './gate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Runs reads that may be expensive: a share of the connections for each caller, half of them for all, and a
     * separate time limit. By default it reads where lists are read.
     */
    scan<Result>(work: (db: Executor) => Promise<Result>, pool?: Pool): Promise<Result>;
  }
}

/**
 * Longer than it takes to notice that a replica is gone (2.5 s): searches waiting for one on it are then served by the
 * primary.
 */
const MAX_WAIT_MS = 4000;
/** A search that ends within this time does not delay others for long. Most take a tenth of it. */
const QUICK_MS = 200;
/** Callers whose last search was known to be slow; the oldest are forgotten. */
const MAX_SLOW_CALLERS = 10_000;

/**
 * Half of the slots are for quick searches: every search is tried there first, and moves to the other half if it turns
 * out to be slow. So a quick search only waits for quick ones, however many slow ones others send.
 */
export function limitScans(app: FastifyInstance, { config, db, metrics }: Deps): void {
  const total = Math.max(2, Math.min(config.scansAtOnce, Math.floor(config.databasePoolSize / 2)));
  const each = Math.max(2, Math.min(config.scansPerPrincipal, total));
  const quick = new Gate({ total: Math.ceil(total / 2), each: Math.ceil(each / 2), maxWaitMs: MAX_WAIT_MS });
  const slow = new Gate({ total: Math.floor(total / 2), each: Math.floor(each / 2), maxWaitMs: MAX_WAIT_MS });
  metrics.showLine('quick_search', () => quick.waiting);
  metrics.showLine('slow_search', () => slow.waiting);
  const slowCallers = new LRUCache<string, true>({ max: MAX_SLOW_CALLERS });
  const tooMany = `You have reached the limit of ${each} searches in progress. Try again in 1 s.`;
  const limitMs = Math.min(config.scanTimeoutMs, config.readTimeoutMs);

  app.decorateRequest('scan', async function scan(this: FastifyRequest, given, chosen) {
    this.endTurn(); // the gates have their own queues: a caller waiting there must not block the capacity
    const caller = payerOf(this).key;
    const search = async (ms: number, work: (db: Executor) => Promise<unknown>) => {
      const started = performance.now();
      const pool = chosen ?? db.lists.scanned(); // chosen after waiting, since the replica may have been lost
      try {
        return await inScan(pool, ms, work);
      } catch (error) {
        if (pool === db.reads || translateDatabaseError(error)?.code !== 'service_unavailable') throw error;
        return await inScan(db.reads, ms, work); // the replica is lost
      } finally {
        this.scanMs += performance.now() - started;
      }
    };
    try {
      if (limitMs > QUICK_MS && !slowCallers.has(caller))
        return await passGate(quick, caller, tooMany, () => search(QUICK_MS, allInTime(given)));
    } catch (error) {
      if (translateDatabaseError(error)?.code !== 'timeout') throw error;
      slowCallers.set(caller, true);
    }
    const before = this.scanMs;
    const result = await passGate(slow, caller, tooMany, () => search(limitMs, given)).catch((error: unknown) => {
      throw translateDatabaseError(error)?.code === 'timeout' ? tookTooLong(limitMs, error) : error;
    });
    if (this.scanMs - before < QUICK_MS) slowCallers.delete(caller);
    return result;
  } as FastifyRequest['scan']);
}

/**
 * Fails if any statement exceeded its time, even if the work can do without its result: the slow half allows more time.
 */
function allInTime(work: (db: Executor) => Promise<unknown>): (db: Executor) => Promise<unknown> {
  return async (db) => {
    let late: unknown;
    const query: Executor['query'] = (statement) =>
      db.query(statement).catch((error: unknown) => {
        if (translateDatabaseError(error)?.code === 'timeout') late = error;
        throw error;
      }) as never;
    const result = await work({ query });
    if (late !== undefined) throw late;
    return result;
  };
}

function tookTooLong(limitMs: number, cause: unknown): AppError {
  const detail = `The search reads too much of the bank: it took longer than ${limitMs / 1000} s. Narrow the filter, leave out \`sort\`, or page by cursor instead of a deep offset.`;
  return new AppError('timeout', { detail, cause, headers: { 'retry-after': '1' } });
}
