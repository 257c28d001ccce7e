import { setTimeout as wait } from 'node:timers/promises';
import { translateDatabaseError } from '../store/database/database-errors.ts';
import type { JobOutcome } from './job-kind.ts';

/** How long a database may be away before the job is given back to the queue. */
const AWAY_AT_MOST_MS = 120_000;
const LOOK_AGAIN_MS = 500;

export interface Attempts {
  tries: number;
  isPermanent: (error: unknown) => boolean;
  onFailure(error: unknown): Promise<void>;
  /** Given when there is nothing left to try. */
  signal: AbortSignal;
  /** Given when the process ends: its threads and connections may be gone, and whatever fails then is no fault of the job. */
  stopping: AbortSignal;
  warn(error: unknown): void;
}

/** While the database is away a job waits, and what a stopping process does not finish another one does. All else counts. */
export async function attempt(
  work: (triedHere: boolean) => Promise<void>,
  attempts: Attempts,
): Promise<Exclude<JobOutcome, 'retried'>> {
  const giveUpAt = Date.now() + AWAY_AT_MOST_MS;
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
        if (failures === attempts.tries || attempts.isPermanent(error)) {
          await attempts.onFailure(error);
          return 'failed';
        }
      }
      await wait(LOOK_AGAIN_MS);
    }
  }
}
