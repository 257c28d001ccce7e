import type { JobError } from '../domain/jobs.ts';
import { type Executor, inTransaction } from '../store/database/database.ts';
import { databaseErrorCode, translateDatabaseError } from '../store/database/database-errors.ts';
import { notify } from '../store/database/notices.ts';
import {
  advanceJob,
  endJob,
  excuseAttempt,
  type JobEnd,
  listEndedJobs,
  type StartedJob,
  startJob,
  updateJobError,
  updateJobTurn,
} from '../store/jobs.ts';
import type { Job, JobDeps, JobKind, Retries } from './job-kind.ts';
import type { JobQueue, Recorded } from './queue.ts';

export interface RecordedDeps extends JobDeps {
  queue: JobQueue<Record<string, object>>;
  now: () => Date;
}

export interface RecordedJob<Data> extends Job<Data> {
  /** Whether an earlier attempt ended as 'slow'. */
  slow: boolean;
  /** The record when this attempt began; an earlier attempt may have reached `completed`. */
  record: StartedJob;
  /** Saves the progress, in the given transaction together with the work. Throws if this attempt must end. */
  progress: (completed: number, total: number, tx?: Executor) => Promise<void>;
}

interface RecordedKind<Deps extends RecordedDeps, Name extends string, Data, Resources> {
  name: Name;
  /** The number of concurrent jobs in a process, each of a different owner. */
  concurrency: number;
  /** The number of additional concurrent jobs, which must not be slow. */
  quickConcurrency?: number;
  retries?: Retries;
  isPermanent?: (error: unknown) => boolean;
  /** Resources shared by the jobs of a process: created at its start and closed at its end. */
  open?: (deps: Deps, warn: (error: unknown) => void) => Resources;
  close?: (resources: Resources) => Promise<void>;
  /**
   * 'again': there is more to do, but others should have their turn, or the process is stopping. 'slow': the same, and
   * the job counts as slow from now on. An error: it has failed for good.
   */
  handle: (job: RecordedJob<Data>, deps: Deps, resources: Resources) => Promise<'done' | 'again' | 'slow' | JobError>;
  /** Runs in the transaction that ends the record here; code that cancels the job must do the same. */
  onEnd?: (tx: Executor, id: string, status: JobEnd['status'], deps: Deps) => Promise<void>;
}

const RETRIES: Retries = { limit: 3, delaySeconds: 1, maxDelaySeconds: 60 };

/** Lower than the priority of any quick job, which is its negated turn. */
const SLOW_PRIORITY = -1_000_000_000;

interface Context<Deps, Resources> {
  deps: Deps;
  resources: Resources;
}

/** A kind of job that has no table of its own: status, progress and error are stored in `jobs`. */
export function recordedJob<Deps extends RecordedDeps, Name extends string, Data, Resources = undefined>({
  name,
  concurrency,
  quickConcurrency = 0,
  retries = RETRIES,
  isPermanent = () => false,
  open,
  close,
  handle,
  onEnd = async () => {},
}: RecordedKind<Deps, Name, Data, Resources>): JobKind<
  Deps,
  { [Only in Name]: Recorded<Data> },
  Context<Deps, Resources>
> {
  const end = async (deps: Deps, job: Parameters<typeof endJob>[1], outcome: JobEnd) =>
    inTransaction(deps.db.writes, async (tx) => {
      if ((await endJob(tx, job, outcome, deps.now())) === undefined) return;
      await onEnd(tx, job.id, outcome.status, deps);
      await notify(tx, 'job_ended', job.id);
    });
  const step = {
    slots: () => [
      ...Array.from({ length: concurrency }, () => ({ onePerOwner: true })),
      ...Array.from({ length: quickConcurrency }, () => ({ onePerOwner: true, minPriority: SLOW_PRIORITY + 1 })),
    ],
    handle: async (
      { data: { id, data, slow = false }, ...job }: Job<Recorded<Data>>,
      { deps, resources }: Context<Deps, Resources>,
    ) => {
      const record = await startJob(deps.db.writes, id, deps.now(), job);
      if (record === undefined) return;
      if (record.losses >= MAX_LOSSES) return end(deps, record, { status: 'failed', error: LOST_WITHOUT_PROGRESS });
      const excuse = () => excuseAttempt(deps.db.writes, record).catch(() => {});
      const handled = new AbortController();
      if (job.stopping.aborted) await excuse();
      else job.stopping.addEventListener('abort', () => void excuse(), { signal: handled.signal });
      const progress = async (completed: number, total: number, tx?: Executor) => {
        const reached = { completed, total, withWork: tx !== undefined };
        if (!(await advanceJob(tx ?? deps.db.writes, record, reached))) throw new EndedError();
      };
      try {
        const outcome = await handle({ ...job, data, record, progress, slow }, deps, resources);
        if (outcome === 'again') await requeue(deps, name, record, { id, data, slow });
        else if (outcome === 'slow') await requeue(deps, name, record, { id, data, slow: true });
        else if (outcome === 'done') await end(deps, record, { status: 'succeeded', error: null });
        else await end(deps, record, { status: 'failed', error: outcome });
      } catch (error) {
        if (error instanceof EndedError) return;
        // An attempt cannot be excused while the database is unavailable, so this process retries without counting it.
        if (translateDatabaseError(error)?.code !== 'service_unavailable') await excuse();
        throw error;
      } finally {
        handled.abort();
      }
    },
  };
  return {
    name,
    open: (deps, warn) => ({ deps, resources: open?.(deps, warn) as Resources }),
    ...(close !== undefined && { close: ({ resources }: Context<Deps, Resources>) => close(resources) }),
    steps: { [name]: step } as { [Only in Name]: typeof step },
    subject: {
      idOf: ({ id }) => id,
      ended: 'job_ended',
      listEnded: (db, ids) => listEndedJobs(db.reads, ids),
    },
    retries,
    tries: 1,
    isPermanent,
    onFailure: async (error, { data: { id } }, { deps }) => {
      if (isPermanent(error)) return end(deps, { id }, { status: 'failed', error: explain(error) });
      await updateJobError(deps.db.writes, id, explain(error));
      throw error;
    },
    deadLetters: `${name}.dead`,
    onDead: async ({ id }, { deps }) => {
      const record = await startJob(deps.db.writes, id, deps.now());
      await end(deps, { id }, { status: 'failed', error: record?.error ?? WORKER_LOST });
    },
  };
}

/** Thrown by `progress`: the job ended before its notice arrived, or another worker has started it again. */
class EndedError extends Error {}

const WORKER_LOST: JobError = {
  code: 'worker_lost',
  detail: 'Every worker that took the job ended before the job was done.',
};

/**
 * The maximum number of consecutive attempts that lose their worker without progress: such a job would end every
 * worker.
 */
const MAX_LOSSES = 2;
const LOST_WITHOUT_PROGRESS: JobError = {
  code: 'worker_lost',
  detail: `${MAX_LOSSES} worker processes in a row ended while they ran the job, without any progress. It is not retried.`,
};

async function requeue<Data>(
  { db, queue }: RecordedDeps,
  name: string,
  record: StartedJob,
  data: Recorded<Data>,
): Promise<void> {
  await inTransaction(db.writes, async (tx) => {
    const place = await updateJobTurn(tx, record);
    if (place === undefined) return;
    const priority = (data.slow === true ? SLOW_PRIORITY : 0) - place.turn;
    await queue.enqueue(tx, name, [{ data, owner: place.owner, priority }]);
  });
}

const MAX_REASON_LENGTH = 500;

/** The part of an error that a caller may see: neither statements nor stacks. */
function explain(error: unknown): JobError {
  const code = databaseErrorCode(error);
  if (code !== undefined) return { code: 'job_failed', detail: `The database rejected it (SQLSTATE ${code}).` };
  const reason = error instanceof Error ? error.message : String(error);
  return { code: 'job_failed', detail: reason.slice(0, MAX_REASON_LENGTH) };
}
