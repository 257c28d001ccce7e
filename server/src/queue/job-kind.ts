import type { Database } from '../store/database/database.ts';
import type { Channel, Notices } from '../store/database/notices.ts';

/** What the consumer itself needs of whatever the handlers are given. */
export interface JobDeps {
  db: Database;
  notices: Notices;
  config: { stopTimeoutMs: number };
  /** Told of every job that was taken, when nothing more will be done about it here. */
  jobEnded?: (end: JobEnd) => void;
}

/** `canceled`: what it belonged to has ended. `retried`: given back to the queue, which gives it out again later. */
export type JobOutcome = 'succeeded' | 'failed' | 'canceled' | 'retried';

export interface JobEnd {
  queue: string;
  /** Of the record that the job is a step of. */
  id: string;
  outcome: JobOutcome;
  seconds: number;
}

export interface Job<Data> {
  data: Data;
  /** Given when what the job belongs to has ended by other means: canceled, failed or deleted. */
  signal: AbortSignal;
  /** Given when the process is to stop. What is not finished soon after is cut off and tried again elsewhere. */
  stopping: AbortSignal;
  /** True when this process has tried the job before and has not given it back to the queue since. */
  triedHere: boolean;
}

/** Takes jobs one after the other. */
export interface Line {
  /** Leaves alone what is less urgent. */
  minPriority?: number;
  /** Takes no job of an owner of whom another line of this process has one. */
  onePerOwner?: boolean;
}

export interface Step<Data, Context> {
  /** As many jobs are under way at once in a process. */
  lines(context: Context): readonly Line[];
  handle(job: Job<Data>, context: Context): Promise<void>;
}

/** The record that the jobs are steps of. */
export interface Subject<Data> {
  idOf(data: Data): string;
  /** Tells the id of one that has ended. */
  ended: Channel;
  /** Of the given those that have ended, for whoever missed the notice. */
  listEnded(db: Database, ids: readonly string[]): Promise<string[]>;
}

/** How often and how soon the queue itself gives out a job again that failed, or whose worker was lost. */
export interface Retries {
  limit: number;
  delaySeconds: number;
  /** Doubles the delay every time, up to this. */
  maxDelaySeconds?: number;
}

/**
 * A kind of job: everything the port must know to take its jobs from the queue. Retries, heartbeats, dead letters and the
 * end by cancel are the consumer's. `Steps` names the queues of the kind and what their jobs carry.
 */
export interface JobKind<Deps extends JobDeps, Steps extends object, Context = Deps> {
  name: string;
  /** What the steps share: made once in a process, and closed when it stops. */
  open(deps: Deps, warn: (error: unknown) => void): Context;
  close?(context: Context): Promise<void>;
  steps: { readonly [Name in keyof Steps]: Step<Steps[Name], Context> };
  subject: Subject<Steps[keyof Steps]>;
  retries: Retries;
  /** Tried this often, here and soon, before `onFailure`. */
  tries: number;
  /** What would come out the same if it were tried again. */
  isPermanent: (error: unknown) => boolean;
  /** The last try failed. Thrown again, the error gives the job back to the queue, which gives it out again later. */
  onFailure(error: unknown, job: { name: keyof Steps; data: Steps[keyof Steps] }, context: Context): Promise<void>;
  /** Where jobs go that the queue gave out too often, and what ends their record. */
  deadLetters: string;
  onDead(data: Steps[keyof Steps], context: Context): Promise<void>;
}

/** Of any kind: what each of its handlers takes is nobody's business but its own. */
// oxlint-disable-next-line typescript/no-explicit-any -- a list of kinds with contexts and data of their own
export type AnyJobKind<Deps extends JobDeps> = JobKind<Deps, any, any>;
