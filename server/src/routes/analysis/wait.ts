import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '../../deps.ts';
import { isFinished } from '../../domain/analysis.ts';
import { type Analysis, findAnalysis } from '../../store/analyses.ts';

const [FIRST_LOOK_MS, LONGEST_LOOK_MS] = [50, 500];

/**
 * The run as soon as it has ended, or as it is when the time is up or the service stops. Told of the end, it also looks
 * for itself.
 */
export async function waitForEnd(
  { db, notices }: Deps,
  id: string,
  waitMs: number,
  stopping: AbortSignal,
): Promise<Analysis | undefined> {
  const deadline = performance.now() + waitMs;
  let heard = Promise.withResolvers<void>();
  const stop = () => heard.resolve();
  stopping.addEventListener('abort', stop);
  const forget = notices.hear((ended) => {
    if (ended === id) heard.resolve();
  });
  try {
    for (let lookMs = FIRST_LOOK_MS; ; lookMs = Math.min(lookMs * 2, LONGEST_LOOK_MS)) {
      const run = await findAnalysis(db.reads, id);
      const left = deadline - performance.now();
      if (run === undefined || isFinished(run.status) || left <= 0 || stopping.aborted) return run;
      await Promise.race([heard.promise, sleep(Math.min(lookMs, left))]);
      heard = Promise.withResolvers();
    }
  } finally {
    forget();
    stopping.removeEventListener('abort', stop);
  }
}
