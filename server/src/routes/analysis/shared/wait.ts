import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { isFinished } from '../../../domain/analysis/analysis.ts';
import { type Analysis, findAnalysis } from '../../../store/analysis/analyses.ts';
import { ownerOf } from '../../shared/principal.ts';

const [FIRST_CHECK_MS, MAX_CHECK_MS] = [50, 500];

/** The maximum number of waiting requests, each checking twice a second: per principal, and per process. */
const MAX_WAITING_OF_ONE = 20;
const MAX_WAITING = 200;
const waiting = new Map<string, number>();

interface Awaited {
  /** Undefined if it does not exist. */
  run: Analysis | undefined;
  /** False if too many are waiting: then the run is returned as it is now. */
  waited: boolean;
}

/**
 * Returns the run as soon as it has ended, or as it is when the time is up or the service stops. It checks by itself as
 * well as on a notice. A waiting request releases its turn.
 */
export async function waitForEnd(
  { db, notices }: Deps,
  request: FastifyRequest,
  id: string,
  waitMs: number,
): Promise<Awaited> {
  const principal = ownerOf(request);
  if (waitMs === 0 || isFull(principal)) return { run: await findAnalysis(db.reads, id), waited: false };
  request.endTurn();
  const { stopping } = request.server;
  waiting.set(principal, (waiting.get(principal) ?? 0) + 1);
  const deadline = performance.now() + waitMs;
  let notified = Promise.withResolvers<void>();
  const stop = () => notified.resolve();
  stopping.addEventListener('abort', stop);
  const unsubscribe = notices.subscribe('analysis_ended', (ended) => {
    if (ended === id) notified.resolve();
  });
  try {
    for (let checkMs = FIRST_CHECK_MS; ; checkMs = Math.min(checkMs * 2, MAX_CHECK_MS)) {
      const run = await findAnalysis(db.reads, id);
      const left = deadline - performance.now();
      const isOver =
        run === undefined || isFinished(run.status) || left <= 0 || stopping.aborted || request.raw.socket.destroyed;
      if (isOver) return { run, waited: true };
      await Promise.race([notified.promise, sleep(Math.min(checkMs, left))]);
      notified = Promise.withResolvers();
    }
  } finally {
    unsubscribe();
    stopping.removeEventListener('abort', stop);
    leave(principal);
  }
}

function isFull(principal: string): boolean {
  const all = waiting.values().reduce((sum, count) => sum + count, 0);
  return all >= MAX_WAITING || (waiting.get(principal) ?? 0) >= MAX_WAITING_OF_ONE;
}

function leave(principal: string): void {
  const left = (waiting.get(principal) ?? 0) - 1;
  if (left > 0) waiting.set(principal, left);
  else waiting.delete(principal);
}
