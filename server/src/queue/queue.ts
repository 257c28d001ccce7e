import { PgBoss } from 'pg-boss';
import type { JobRecord } from '../domain/jobs.ts';
import type { Executor } from '../store/database/executor.ts';
import { notify } from '../store/database/notices.ts';
import { endJob, insertJob } from '../store/jobs.ts';
import { QUEUE_SCHEMA } from './queues.ts';

export interface JobOptions {
  /** Jobs of a higher one are taken first; those of one priority in the order in which they came. */
  priority?: number;
  /** Of jobs with the same owner a worker may take some at once only. */
  owner?: string;
}

/** What a job of a kind without a table of its own carries: the id of its record, and what it is about. */
export interface Recorded<Data> {
  id: string;
  data: Data;
  /** It has shown that it takes long, and leaves some lines to quick jobs. */
  slow?: boolean;
}

/**
 * What each queue carries. A kind of job adds its own in its file, so that whoever gives jobs need not know who takes them:
 * `declare module '…/queue/queue.ts' { interface Jobs { … } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled where the kinds are
export interface Jobs {}

/** The only way into the queue: a job is there if and only if the transaction commits. */
export interface JobQueue<Carried extends object = Jobs> {
  enqueue<Name extends keyof Carried & string>(
    tx: Executor,
    name: Name,
    jobs: readonly (JobOptions & { data: Carried[Name] & object })[],
  ): Promise<void>;
  /** Takes waiting jobs that carry this out again: done one by one, hundreds of them would hold up the next ones. */
  withdraw<Name extends keyof Carried & string>(
    tx: Executor,
    name: Name,
    data: Partial<Carried[Name]> & object,
  ): Promise<void>;
  /** A job of a kind that has no table of its own: its record and, at its owner's turn, the job itself. */
  submit<Name extends keyof Carried & string>(
    tx: Executor,
    name: Name,
    job: { id: string; owner: string; now: Date; data: Carried[Name] extends Recorded<infer Data> ? Data : never },
  ): Promise<void>;
  /** Ends such a job, waiting or under way; undefined when it had ended before. */
  cancel(tx: Executor, id: string, now: Date): Promise<JobRecord | undefined>;
  close(): Promise<void>;
}

/**
 * Started by the first job: a process that enqueues none asks the database nothing. The pool must not be the one that jobs
 * are enqueued from: a burst of first jobs would hold all its connections and wait for a start that needs one.
 */
export function createJobQueue<Carried extends object = Jobs>(
  pool: Executor,
  onError: (error: Error) => void,
): JobQueue<Carried> {
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
  const enqueue = async (tx: Executor, name: string, jobs: readonly (JobOptions & { data: object })[]) => {
    await start();
    await boss.insert(
      name,
      jobs.map(({ owner, ...job }) => (owner === undefined ? job : { ...job, group: { id: owner } })),
      { db: asDatabase(tx) },
    );
  };
  const withdraw = async (tx: Executor, name: string, data: object) => {
    await start();
    const db = asDatabase(tx);
    const waiting = await boss.findJobs(name, { data, queued: true, db });
    if (waiting.length > 0)
      await boss.deleteJob(
        name,
        waiting.map(({ id }) => id),
        { db },
      );
  };
  return {
    enqueue,
    withdraw,
    submit: async (tx, name, { id, owner, now, data }) => {
      const turn = await insertJob(tx, { id, kind: name, owner, created_at: now });
      await enqueue(tx, name, [{ data: { id, data }, owner, priority: -turn }]);
    },
    cancel: async (tx, id, now) => {
      const canceled = await endJob(tx, { id }, { status: 'canceled', error: null }, now);
      if (canceled === undefined) return undefined;
      await withdraw(tx, canceled.kind, { id });
      await notify(tx, 'job_ended', id);
      return canceled;
    },
    close: async () => {
      if (started !== undefined) await boss.stop({ graceful: false });
    },
  };
}

function asDatabase(db: Executor) {
  return { executeSql: (text: string, values: unknown[] = []) => db.query({ text, values }) };
}
