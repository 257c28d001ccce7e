export const JOB_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

export interface JobError {
  /** `job_failed`, `worker_lost`, or a code of the kind of job. */
  code: string;
  detail: string;
}

/** A job as callers see it, of a kind without a separate table. */
export interface JobRecord {
  id: string;
  /** The name of its queue. */
  kind: string;
  owner: string;
  status: JobStatus;
  completed: number;
  /** Null until the job reports progress. */
  total: number | null;
  error: JobError | null;
  created_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
}
