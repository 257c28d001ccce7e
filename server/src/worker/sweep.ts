import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../deps.ts';
import { BatchSize } from './batch-size.ts';
import { clockGuard } from './clock-guard.ts';
import { type SweepStep, sweepSteps } from './sweep-steps.ts';

/** Small transactions: none holds locks for long, and one that is cut short has lost nothing. */
const MAX_BATCH = 5000;
/** How long one step may take per turn; the rest is done in the next. */
const MAX_STEP_MS = 5000;

/**
 * Forgets what is past its time. Every step by itself: one that fails, or has more to do than fits into a turn, keeps no
 * other one waiting. Nothing that depends on time happens while the database's clock is in doubt.
 */
export function sweeper(
  deps: Deps,
  logger: Pick<FastifyBaseLogger, 'warn'>,
  maxStepMs = MAX_STEP_MS,
): (signal?: AbortSignal) => Promise<void> {
  const steps = sweepSteps(deps).map((step) => ({ step, size: new BatchSize(MAX_BATCH) }));
  const readClock = clockGuard(deps.db.writes, logger);
  return async (signal) => {
    const now = await readClock();
    for (const { step, size } of steps) {
      if (signal?.aborted === true) return;
      if (now === undefined && !step.timeless) continue;
      await runStep(step, size, now ?? new Date(0), maxStepMs).catch((error: unknown) =>
        logger.warn({ err: error, task: `sweep ${step.name}` }, 'a step of the sweep failed; it will run again'),
      );
    }
  };
}

async function runStep({ run }: SweepStep, size: BatchSize, now: Date, maxMs: number): Promise<void> {
  const start = performance.now();
  do {
    const limit = size.current;
    const done = await size.attempt(() => run(now, limit));
    if (done !== undefined && done < limit) return;
  } while (performance.now() - start < maxMs);
}
