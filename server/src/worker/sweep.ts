import type { FastifyBaseLogger } from 'fastify';
import type { Deps } from '../deps.ts';
import { BatchSize } from './batch-size.ts';
import { clockGuard } from './clock-guard.ts';
import { type SweepStep, sweepSteps } from './sweep-steps.ts';

/** Small transactions hold no locks for long, and little is lost if one is interrupted. */
const MAX_BATCH = 5000;
/** The time for one step in a turn; the rest is done in the next turn. */
const MAX_STEP_MS = 5000;

/**
 * Deletes what has expired. Each step is independent: a step that fails, or has too much to do for one turn, does not
 * delay the others. Nothing that depends on time happens while the clock of the database is in doubt.
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
