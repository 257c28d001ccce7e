import type { Queue } from 'pg-boss';
import type { AnyJobKind, JobDeps } from './job-kind.ts';

/** What pg-boss keeps apart from our own tables. */
export const QUEUE_SCHEMA = 'pgboss';

/** The least pg-boss allows: a worker that is gone is noticed when its heartbeat has failed for so long. */
const HEARTBEAT_SECONDS = 10;
/** Jobs are kept for an hour after their end: the record of what they did is in our own tables. */
const KEPT_SECONDS = 3600;
const EXPIRES_SECONDS = 3600;

/** In an order in which they can be made: a dead-letter queue before those that name it. */
export function queuesOf<Deps extends JobDeps>(kinds: readonly AnyJobKind<Deps>[]): Queue[] {
  return kinds.flatMap(({ steps, retries, deadLetters }) => [
    {
      name: deadLetters,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retryLimit: 1_000_000,
      retryDelay: 5,
      deleteAfterSeconds: KEPT_SECONDS,
      notify: true,
    },
    ...Object.keys(steps).map((name) => ({
      name,
      heartbeatSeconds: HEARTBEAT_SECONDS,
      retryLimit: retries.limit,
      retryDelay: retries.delaySeconds,
      ...(retries.maxDelaySeconds !== undefined && { retryBackoff: true, retryDelayMax: retries.maxDelaySeconds }),
      expireInSeconds: EXPIRES_SECONDS,
      deleteAfterSeconds: KEPT_SECONDS,
      notify: true,
      deadLetter: deadLetters,
    })),
  ]);
}
