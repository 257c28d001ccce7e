import { PgBoss } from 'pg-boss';
import type { Executor } from '../store/executor.ts';
import { type Jobs, QUEUE_SCHEMA, type QueueName } from './queues.ts';

export interface JobOptions {
  /** Jobs of a higher one are taken first; those of one priority in the order in which they came. */
  priority?: number;
  /** Of jobs with the same owner a worker may take some at once only. */
  owner?: string;
}

/** The only way into the queue: a job is there if and only if the transaction commits. */
export interface JobQueue {
  enqueue<Name extends QueueName>(
    tx: Executor,
    name: Name,
    jobs: readonly (JobOptions & { data: Jobs[Name] })[],
  ): Promise<void>;
  /** Takes waiting jobs of a run out again: done one by one, hundreds of them would hold up the next run. */
  withdraw(tx: Executor, name: QueueName, analysisId: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Started by the first job: a process that enqueues none asks the database nothing. The pool must not be the one that jobs
 * are enqueued from: a burst of first jobs would hold all its connections and wait for a start that needs one.
 */
export function createJobQueue(pool: Executor, onError: (error: Error) => void): JobQueue {
  const boss = new PgBoss({
    db: asDatabase(pool),
    schema: QUEUE_SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
  });
  boss.on('error', onError);
  let started: Promise<unknown> | undefined;
  const start = async () => {
    try {
      await (started ??= boss.start());
    } catch (error) {
      started = undefined;
      throw error;
    }
  };
  return {
    enqueue: async (tx, name, jobs) => {
      await start();
      await boss.insert(
        name,
        jobs.map(({ owner, ...job }) => (owner === undefined ? job : { ...job, group: { id: owner } })),
        { db: asDatabase(tx) },
      );
    },
    withdraw: async (tx, name, analysisId) => {
      await start();
      const db = asDatabase(tx);
      const waiting = await boss.findJobs(name, { data: { analysis_id: analysisId }, queued: true, db });
      if (waiting.length > 0)
        await boss.deleteJob(
          name,
          waiting.map(({ id }) => id),
          { db },
        );
    },
    close: async () => {
      if (started !== undefined) await boss.stop({ graceful: false });
    },
  };
}

function asDatabase(db: Executor) {
  return { executeSql: (text: string, values: unknown[] = []) => db.query({ text, values }) };
}
