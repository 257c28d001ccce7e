import { setTimeout as wait } from 'node:timers/promises';
import { TOO_LARGE } from '../../analysis/too-large.ts';
import { type AnalysisError, analysisError } from '../../domain/analysis.ts';
import { databaseErrorCode, translateDatabaseError } from '../../store/database-errors.ts';
import type { AnalysisContext } from './context.ts';
import { failRun } from './fail-run.ts';
import { STEP_TIMEOUT } from './threads.ts';

/** How long a database may be away before the step is given back to the queue. */
const AWAY_AT_MOST_MS = 120_000;
const LOOK_AGAIN_MS = 500;
const MAX_FAILURES = 2;

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
        const hopeless = hopelessError(error);
        if (hopeless !== undefined || failures === MAX_FAILURES)
          return failRun(deps, id, hopeless ?? explain(error, place));
      }
      await wait(LOOK_AGAIN_MS);
    }
  }
}

const MAX_REASON_LENGTH = 500;

/** What would come out the same if it were tried again. */
function hopelessError(error: unknown): AnalysisError | undefined {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === TOO_LARGE) return analysisError('analysis_failed', String(message));
  if (code === STEP_TIMEOUT) return analysisError('analysis_timeout', String(message));
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return analysisError(
      'analysis_failed',
      'It needed more memory than a thread has. Analyse fewer questions at a time.',
    );
  return undefined;
}

/** What a caller may know: neither statements nor stacks. */
function explain(error: unknown, place: string): AnalysisError {
  const code = databaseErrorCode(error);
  if (code === QUERY_CANCELED)
    return analysisError('analysis_timeout', `Reading the questions of ${place} took too long.`);
  if (code !== undefined)
    return analysisError('analysis_failed', `The database refused to read ${place} (SQLSTATE ${code}).`);
  const reason = error instanceof Error ? error.message : String(error);
  return analysisError('analysis_failed', `In ${place}: ${reason.slice(0, MAX_REASON_LENGTH)}`);
}

const QUERY_CANCELED = '57014';
