import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { AppError } from '../errors.ts';
import { Gate } from '../limits/gate.ts';
import type { Executor, Pool } from '../store/database.ts';
import { translateDatabaseError } from '../store/database-errors.ts';
import { inScan } from '../store/scan.ts';
import { passGate } from './gate.ts';
import { payerOf } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Reads that may cost much: a share of the connections for each caller, half of them for all, and a time limit of
     * its own. Reads where lists are read unless told otherwise.
     */
    scan<Result>(work: (db: Executor) => Promise<Result>, pool?: Pool): Promise<Result>;
  }
}

const MAX_WAIT_MS = 2000;

export function limitScans(app: FastifyInstance, { config, db }: Deps): void {
  const half = Math.max(1, Math.floor(config.databasePoolSize / 2));
  const total = Math.min(config.scansAtOnce, half);
  const each = Math.min(config.scansPerPrincipal, total);
  const gate = new Gate({ total, each, maxWaitMs: MAX_WAIT_MS });
  const tooMany = `You have too many searches under way; the limit is ${each} at once. Try again in 1 s.`;
  const limitMs = Math.min(config.scanTimeoutMs, config.readTimeoutMs);
  app.decorateRequest('scan', function scan(this: FastifyRequest, work, pool = db.lists.scanned()) {
    this.endTurn(); // the gate has a line of its own: who waits there must not keep the room from others
    return passGate(gate, payerOf(this).key, tooMany, async () => {
      const started = performance.now();
      try {
        return await inScan(pool, limitMs, work);
      } catch (error) {
        const code = translateDatabaseError(error)?.code;
        if (code === 'service_unavailable' && pool !== db.reads) return inScan(db.reads, limitMs, work); // the replica is lost
        throw code === 'timeout' ? tookTooLong(limitMs, error) : error;
      } finally {
        this.scanMs += performance.now() - started;
      }
    });
  } as FastifyRequest['scan']);
}

function tookTooLong(limitMs: number, cause: unknown): AppError {
  const detail = `The search reads too much of the bank: it took longer than ${limitMs / 1000} s. Narrow the filter, leave out \`sort\`, or walk by cursor instead of a deep offset.`;
  return new AppError('timeout', { detail, cause, headers: { 'retry-after': '1' } });
}
