import type { Database } from '../store/database/database.ts';
import type { Channel, Notices } from '../store/database/notices.ts';

/** What the consumer needs from the dependencies of the handlers. */
export interface JobDeps {
  db: Database;
  notices: Notices;
  config: { stopTimeoutMs: number };
  /** Called for every job when it is finished in this process. */
  jobEnded?: (end: JobEnd) => void;
}

/** `canceled`: the record of the job has ended. `retried`: returned to the queue, which hands it out again later. */
export type JobOutcome = 'succeeded' | 'failed' | 'canceled' | 'retried';

export interface JobEnd {
  queue: string;
  /** The id of the record that the job is a step of. */
  id: string;
  outcome: JobOutcome;
  seconds: number;
}

export interface Job<Data> {
  data: Data;
  /** Aborted when the record of the job has ended by other means: canceled, failed or deleted. */
  signal: AbortSignal;
  /** Aborted when the process stops. Unfinished work is cut off soon after and retried elsewhere. */
  stopping: AbortSignal;
  /** True if this process has tried the job before and has not returned it to the queue since. */
  triedHere: boolean;
}

/** A slot takes jobs one after another. */
export interface Slot {
  /** Skips less urgent jobs. */
  minPriority?: number;
  /** Skips jobs of owners who have a job in another slot of this process. */
  onePerOwner?: boolean;
}

interface Step<Data, Context> {
  /** One job runs in each slot of a process at a time. */
  slots(context: Context): readonly Slot[];
  handle(job: Job<Data>, context: Context): Promise<void>;
}

/** The record that the jobs are steps of. */
interface Subject<Data> {
  idOf(data: Data): string;
  /** Receives the id of a record that has ended. */
  ended: Channel;
  /** Returns the given records that have ended, in case a notice was missed. */
  listEnded(db: Database, ids: readonly string[]): Promise<string[]>;
}

/** How often and how soon the queue itself retries a job that failed or whose worker was lost. */
export interface Retries {
  limit: number;
  delaySeconds: number;
  /** Doubles the delay every time, up to this. */
  maxDelaySeconds?: number;
}

/**
 * A kind of job: everything the consumer must know to take its jobs from the queue. The consumer handles retries,
 * heartbeats, dead letters and cancellation. `Steps` names the queues of the kind and the data of their jobs.
 */
export interface JobKind<Deps extends JobDeps, Steps extends object, Context = Deps> {
  name: string;
  /** Resources shared by the steps: created once per process, and closed when it stops. */
  open(deps: Deps, warn: (error: unknown) => void): Context;
  close?(context: Context): Promise<void>;
  steps: { readonly [Name in keyof Steps]: Step<Steps[Name], Context> };
  subject: Subject<Steps[keyof Steps]>;
  retries: Retries;
  /** The number of attempts here, in quick succession, before `onFailure`. */
  tries: number;
  /** Whether a retry would fail in the same way. */
  isPermanent: (error: unknown) => boolean;
  /**
   * Called after the last attempt. If it rethrows the error, the job returns to the queue, which hands it out again
   * later.
   */
  onFailure(error: unknown, job: { name: keyof Steps; data: Steps[keyof Steps] }, context: Context): Promise<void>;
  /** The queue for jobs that were retried too often, and the handler that ends their record. */
  deadLetters: string;
  onDead(data: Steps[keyof Steps], context: Context): Promise<void>;
}

/** Any kind: only its own handlers know the type of its data. */
// oxlint-disable-next-line typescript/no-explicit-any -- a list of kinds with contexts and data of their own
export type AnyJobKind<Deps extends JobDeps> = JobKind<Deps, any, any>;
