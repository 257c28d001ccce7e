import type { Connection, RequestOptions } from './connection.ts';

/** The statuses of everything that the service does in the background. */
export const JOB_STATUSES = ['queued', 'running', 'succeeded', 'failed', 'canceled'] as const;
export type JobStatus = (typeof JOB_STATUSES)[number];

/** True if the job has not ended yet. A dataset is `pending` instead of queued or running. */
export function isUnfinished({ status }: { status: string }): boolean {
  return status === 'queued' || status === 'running' || status === 'pending';
}

export interface WaitOptions<Job> extends RequestOptions {
  /** Called whenever the job's status or progress changes. */
  onProgress?: ((job: Job) => void) | undefined;
}

/** Every request costs a point: about 60 a minute, a hundredth of the usual quota. */
const FIRST_PAUSE_MS = 200;
const MAX_PAUSE_MS = 1000;

/** Polls a job until it has ended, whatever its status. `signal` stops the waiting, not the job. */
export async function untilEnded<Job>(
  connection: Connection,
  begun: Job,
  look: (options: RequestOptions) => PromiseLike<Job>,
  isUnderWay: (job: Job) => boolean,
  { onProgress, ...options }: WaitOptions<Job> = {},
): Promise<Job> {
  let job = begun;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(MAX_PAUSE_MS, 1.5 * pauseMs)) {
    onProgress?.(job);
    if (!isUnderWay(job)) return job;
    await connection.pause(pauseMs, options.signal);
    job = await look(options);
  }
}
