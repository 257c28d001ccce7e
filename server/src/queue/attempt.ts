import { setTimeout as wait } from 'node:timers/promises';
import { databaseErrorCode, translateDatabaseError } from '../store/database/database-errors.ts';
import type { JobOutcome } from './job-kind.ts';

/** How long the database may be unavailable before the job is returned to the queue. */
const MAX_OUTAGE_MS = 120_000;
const RETRY_MS = 500;

export interface Attempts {
  tries: number;
  isPermanent: (error: unknown) => boolean;
  onFailure(error: unknown): Promise<void>;
  /** Aborted when there is nothing left to try. */
  signal: AbortSignal;
  /**
   * Aborted when the process ends: its threads and connections may be gone, so failures after that do not count against
   * the job.
   */
  stopping: AbortSignal;
  warn(error: unknown): void;
}

/**
 * A job waits while the database is unavailable, and another process finishes the job of a stopping one. All other
 * failures count as attempts.
 */
export async function attempt(
  work: (triedHere: boolean) => Promise<void>,
  attempts: Attempts,
): Promise<Exclude<JobOutcome, 'retried'>> {
  const giveUpAt = Date.now() + MAX_OUTAGE_MS;
  let triedHere = false;
  for (let failures = 0; ; triedHere = true) {
    try {
      await work(triedHere);
      return 'succeeded';
    } catch (error) {
      if (attempts.signal.aborted) return 'canceled';
      if (attempts.stopping.aborted) throw error;
      if (translateDatabaseError(error)?.code === 'service_unavailable') {
        if (Date.now() > giveUpAt) throw error;
      } else {
        attempts.warn(error);
        failures += 1;
        if (failures === attempts.tries || attempts.isPermanent(error) || isDataException(error)) {
          await attempts.onFailure(error);
          return 'failed';
        }
      }
      await wait(RETRY_MS);
    }
  }
}

/** PostgreSQL cannot represent a value, so the next attempt would fail in the same way. */
function isDataException(error: unknown): boolean {
  return databaseErrorCode(error)?.startsWith('22') === true;
}
