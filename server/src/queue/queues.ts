import type { Queue } from 'pg-boss';

/** What pg-boss keeps apart from our own tables. */
export const QUEUE_SCHEMA = 'pgboss';

export interface Jobs {
  /** Takes the snapshot and cuts the run into shards; a run of one shard is done at once. */
  'analysis.plan': { analysis_id: string };
  'analysis.shard': { analysis_id: string; shard: number };
  'analysis.final': { analysis_id: string };
  /** Where jobs go that were tried too often. */
  'analysis.dead': { analysis_id: string };
}
export type QueueName = keyof Jobs;

/**
 * A worker that is gone is noticed when its heartbeat has failed for 10 seconds, the least pg-boss allows. What was tried
 * three times in vain is dead. Jobs are kept for an hour after their end: the record of a run is in our own tables.
 */
const DURABLE = {
  heartbeatSeconds: 10,
  retryLimit: 3,
  retryDelay: 1,
  expireInSeconds: 3600,
  deleteAfterSeconds: 3600,
  notify: true,
  deadLetter: 'analysis.dead',
} as const satisfies Omit<Queue, 'name'>;

/** In an order in which they can be made: a dead-letter queue before those that name it. */
export const QUEUES: Readonly<Record<QueueName, Omit<Queue, 'name'>>> = {
  'analysis.dead': {
    heartbeatSeconds: 10,
    retryLimit: 1_000_000,
    retryDelay: 5,
    deleteAfterSeconds: 3600,
    notify: true,
  },
  'analysis.plan': DURABLE,
  'analysis.shard': DURABLE,
  'analysis.final': DURABLE,
};
