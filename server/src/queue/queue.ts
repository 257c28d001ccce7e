import { PgBoss } from 'pg-boss';
import type { JobRecord } from '../domain/jobs.ts';
import type { Executor } from '../store/database/executor.ts';
import { notify } from '../store/database/notices.ts';
import { endJob, insertJob } from '../store/jobs.ts';
import { QUEUE_SCHEMA } from './queues.ts';

interface JobOptions {
  /** Jobs with a higher priority are taken first; jobs of equal priority in the order of arrival. */
  priority?: number;
  /** The owner, whose jobs a worker only runs a few at a time. */
  owner?: string;
}

/** The data of a job of a kind without its own table: the id of its record, and its payload. */
export interface Recorded<Data> {
  id: string;
  data: Data;
  /** Whether the job has proved to be slow and must leave some slots to quick jobs. */
  slow?: boolean;
}

/**
 * The data of each queue. A kind of job adds its own in its file, so that callers who submit jobs need not know who
 * runs them: `declare module '…/queue/queue.ts' { interface Jobs { … } }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled where the kinds are
export interface Jobs {}

/** The only way into the queue: a job exists if and only if the transaction commits. */
export interface JobQueue<Carried extends object = Jobs> {
  enqueue<Name extends keyof Carried & string>(
    tx: Executor,
    name: Name,
    jobs: readonly (JobOptions & { data: Carried[Name] & object })[],
  ): Promise<void>;
  /** Removes waiting jobs with this data: running hundreds of obsolete ones would delay the next jobs. */
  withdraw<Name extends keyof Carried & string>(
    tx: Executor,
    name: Name,
    data: Partial<Carried[Name]> & object,
  ): Promise<void>;
  /** Submits a job of a kind that has no table of its own: its record and, at its owner's turn, the job itself. */
  submit<Name extends keyof Carried & string>(
    tx: Executor,
    name: Name,
    job: { id: string; owner: string; now: Date; data: Carried[Name] extends Recorded<infer Data> ? Data : never },
  ): Promise<void>;
  /** Ends such a job, waiting or running; undefined if it had already ended. */
  cancel(tx: Executor, id: string, now: Date): Promise<JobRecord | undefined>;
  close(): Promise<void>;
}

/**
 * Started by the first job: a process that submits none never queries the database. The pool must not be the one that
 * jobs are submitted from: a burst of first jobs would hold all its connections and wait for a start that needs one.
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
