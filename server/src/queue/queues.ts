import type { Queue } from 'pg-boss';
import type { AnyJobKind, JobDeps } from './job-kind.ts';

/** The schema that keeps the tables of pg-boss apart from ours. */
export const QUEUE_SCHEMA = 'pgboss';

/** The minimum of pg-boss: a lost worker is noticed when its heartbeat has been missing for this time. */
const HEARTBEAT_SECONDS = 10;
/** Jobs are kept for an hour after they end; the lasting record is in our own tables. */
const KEPT_SECONDS = 3600;
const EXPIRES_SECONDS = 3600;

/** The queues in the order in which they must be created: a dead-letter queue before the queues that name it. */
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
