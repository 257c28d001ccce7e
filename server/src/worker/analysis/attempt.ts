import { setTimeout as wait } from 'node:timers/promises';
import { type AnalysisError, analysisError } from '../../domain/analysis.ts';
import { databaseErrorCode, translateDatabaseError } from '../../store/database-errors.ts';
import type { AnalysisContext } from './context.ts';
import { failRun } from './fail-run.ts';

/** How long a database may be away before the step is given back to the queue. */
const AWAY_AT_MOST_MS = 120_000;
const LOOK_AGAIN_MS = 500;
const MOST_FAILURES = 2;

/**
 * A step of a run. While the database is away it waits: that is nobody's fault. Whatever else goes wrong is tried once
 * more, here and soon, and then the run fails and says why: given back to the queue, the step would come up again
 * behind every other shard of its run, which would all be computed in vain.
 */
export async function attemptStep(
  { deps, logger }: AnalysisContext,
  { id, place }: { id: string; place: string },
  step: () => Promise<void>,
): Promise<void> {
  const giveUpAt = Date.now() + AWAY_AT_MOST_MS;
  for (let failures = 0; ; ) {
    try {
      return await step();
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return; // the run has ended
      if (translateDatabaseError(error)?.code === 'service_unavailable') {
        if (Date.now() > giveUpAt) throw error;
      } else {
        logger.warn({ err: error, analysis_id: id, place }, 'a step of an analysis failed');
        failures += 1;
        if (failures === MOST_FAILURES) return failRun(deps, id, explain(error, place));
      }
      await wait(LOOK_AGAIN_MS);
    }
  }
}

const MOST_WORDS = 500;

/** What a caller may know: neither statements nor stacks. */
function explain(error: unknown, place: string): AnalysisError {
  const code = databaseErrorCode(error);
  if (code === QUERY_CANCELED)
    return analysisError('analysis_timeout', `Reading the questions of ${place} took too long.`);
  if (code !== undefined)
    return analysisError('analysis_failed', `The database refused to read ${place} (SQLSTATE ${code}).`);
  const reason = error instanceof Error ? error.message : String(error);
  return analysisError('analysis_failed', `In ${place}: ${reason.slice(0, MOST_WORDS)}`);
}

const QUERY_CANCELED = '57014';
