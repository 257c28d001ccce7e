import type { JobError, JobRecord, JobStatus } from '../domain/jobs.ts';
import type { Executor } from './database/database.ts';
import { deleteBatchBefore } from './database/delete-batch.ts';

const COLUMNS = `id, attempt, kind, owner, status, completed::float8 as completed, total::float8 as total, error,
  created_at, started_at, completed_at`;

/**
 * The turn of a job: the one that is due now, or the one after its owner's last. Owners therefore alternate as soon as
 * there are two, however many jobs the first has.
 */
const nextTurn = (kind: string, owner: string) => `greatest(
  (select coalesce(min(turn), 0) from jobs other where other.kind = ${kind} and completed_at is null),
  (select coalesce(max(turn) + 1, 0) from jobs other
    where other.kind = ${kind} and other.owner = ${owner} and completed_at is null))`;

/** Returns the turn. */
export async function insertJob(
  tx: Executor,
  { id, kind, owner, created_at }: Pick<JobRecord, 'id' | 'kind' | 'owner' | 'created_at'>,
): Promise<number> {
  const { rows } = await tx.query<{ turn: number }>({
    name: 'insert_job',
    text: `insert into jobs (id, kind, owner, created_at, status, turn)
           values ($1, $2, $3, $4, 'queued', ${nextTurn('$2', '$3')}) returning turn::float8 as turn`,
    values: [id, kind, owner, created_at],
  });
  return rows[0]?.turn ?? 0;
}

export async function findJob(db: Executor, id: string): Promise<JobRecord | undefined> {
  const { rows } = await db.query<JobRecord>({
    name: 'find_job',
    text: `select ${COLUMNS} from jobs where id = $1`,
    values: [id],
  });
  return rows[0];
}

export interface StartedJob extends JobRecord {
  /**
   * The number of the attempt. If two workers have the same job, because one was thought dead, only the later
   * continues.
   */
  attempt: number;
  /** Attempts since the job last made progress whose worker never reported an outcome. */
  losses: number;
}

/**
 * Starts an attempt; undefined if the job has ended. An attempt counts as lost until it makes progress or reports how
 * it ended, because a worker that dies cannot report. A process that tries again after its database was unavailable
 * does not start another attempt.
 */
export async function startJob(
  db: Executor,
  id: string,
  now: Date,
  { triedHere = false }: { triedHere?: boolean } = {},
): Promise<StartedJob | undefined> {
  const { rows } = await db.query<StartedJob>({
    name: 'start_job',
    text: `update jobs
              set status = 'running', attempt = attempt + 1, started_at = coalesce(started_at, $2),
                  losses = losses + case when $3 then 0 else 1 end
            where id = $1 and completed_at is null returning ${COLUMNS}, greatest(losses - 1, 0)::integer as losses`,
    values: [id, now, triedHere],
  });
  return rows[0];
}

type Attempt = Pick<StartedJob, 'id' | 'attempt'>;

/**
 * False if the job has ended or another attempt has started. With `withWork` the same transaction stores the work. Work
 * that is not stored makes progress only when it gets further than every attempt before it.
 */
export async function advanceJob(
  db: Executor,
  { id, attempt }: Attempt,
  { completed, total, withWork }: { completed: number; total: number; withWork: boolean },
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'advance_job',
    text: `update jobs
              set completed = greatest(completed, $3), total = $4,
                  losses = case when $5 or $3 > completed then 0 else losses end
            where id = $1 and attempt = $2 and completed_at is null`,
    values: [id, attempt, completed, total, withWork],
  });
  return rowCount === 1;
}

/** This attempt failed, or its process is about to stop: it does not count as lost. */
export async function excuseAttempt(db: Executor, { id, attempt, losses }: StartedJob): Promise<void> {
  await db.query({
    name: 'excuse_attempt',
    text: 'update jobs set losses = least(losses, $3) where id = $1 and attempt = $2 and completed_at is null',
    values: [id, attempt, losses],
  });
}

/** Queued or running jobs of these kinds. */
export async function countUnfinishedJobs(tx: Executor, owner: string, kinds: readonly string[]): Promise<number> {
  const { rows } = await tx.query<{ count: number }>({
    name: 'count_unfinished_jobs',
    text: 'select count(*)::integer as count from jobs where owner = $1 and kind = any($2) and completed_at is null',
    values: [owner, kinds],
  });
  return rows[0]?.count ?? 0;
}

/** Gives an unfinished job a new turn; undefined if it has ended or another attempt has started. */
export async function updateJobTurn(
  tx: Executor,
  { id, attempt, losses }: StartedJob,
): Promise<{ owner: string; turn: number } | undefined> {
  const { rows } = await tx.query<{ owner: string; turn: number }>({
    text: `update jobs set turn = ${nextTurn('jobs.kind', 'jobs.owner')}, losses = least(losses, $3)
            where id = $1 and attempt = $2 and completed_at is null returning owner, turn::float8 as turn`,
    values: [id, attempt, losses],
  });
  return rows[0];
}

/** Stores the error, in case the job never reports again. */
export async function updateJobError(db: Executor, id: string, error: JobError): Promise<void> {
  await db.query({
    text: 'update jobs set error = $2 where id = $1 and completed_at is null',
    values: [id, JSON.stringify(error)],
  });
}

export interface JobEnd {
  status: Exclude<JobStatus, 'queued' | 'running'>;
  error: JobError | null;
}

/** Undefined if it has already ended, or if another attempt than the given one has started. */
export async function endJob(
  tx: Executor,
  { id, attempt }: Pick<JobRecord, 'id'> & Partial<Attempt>,
  { status, error }: JobEnd,
  now: Date,
): Promise<JobRecord | undefined> {
  const { rows } = await tx.query<JobRecord>({
    name: 'end_job',
    text: `update jobs set status = $2, error = $3, completed_at = $4
            where id = $1 and completed_at is null and attempt = coalesce($5, attempt) returning ${COLUMNS}`,
    values: [id, status, error === null ? null : JSON.stringify(error), now, attempt],
  });
  return rows[0];
}

/** The given jobs that have ended or no longer exist. */
export async function listEndedJobs(db: Executor, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'list_ended_jobs',
    text: `select id from unnest($1::uuid[]) given (id)
            where not exists (select from jobs where jobs.id = given.id and completed_at is null)`,
    values: [ids],
  });
  return rows.map((row) => row.id);
}

export function deleteJobsBefore(db: Executor, before: Date, limit: number): Promise<number> {
  return deleteBatchBefore(db, { table: 'jobs', time: 'completed_at' }, before, limit);
}
