import { AppError } from '../../errors.ts';
import { type CountedRows, lockCount } from '../../store/database/count-lock.ts';
import type { Executor } from '../../store/database/database.ts';
import { countUnfinishedJobs } from '../../store/jobs.ts';

interface UnfinishedJobs {
  rows: CountedRows & `unfinished ${string}`;
  kinds: readonly string[];
}

export const BULK_CHANGES: UnfinishedJobs = { rows: 'unfinished bulk changes', kinds: ['bulk.run'] };
/** Undoing an import is a revert, too. */
export const REVERTS: UnfinishedJobs = { rows: 'unfinished reverts', kinds: ['change.revert', 'import.undo'] };

/** Rejects a new job if the owner has reached the limit. Concurrent requests may all pass. */
export async function rejectTooManyJobs(
  tx: Executor,
  { rows, kinds }: UnfinishedJobs,
  owner: string,
  max: number,
): Promise<void> {
  const unfinished = await countUnfinishedJobs(tx, owner, kinds);
  if (unfinished >= max) throw tooManyUnfinished(rows, unfinished, max);
}

/** The exact check: call it right before the job is submitted, since others wait until the transaction ends. */
export async function holdPlaceOfJob(tx: Executor, jobs: UnfinishedJobs, owner: string, max: number): Promise<void> {
  await lockCount(tx, jobs.rows, owner);
  await rejectTooManyJobs(tx, jobs, owner, max);
}

/** `rows` includes the word "unfinished". */
export function tooManyUnfinished(rows: string, count: number, max: number): AppError {
  return new AppError('concurrency_limited', {
    detail: `You have ${count} ${rows}; the limit is ${max}. Wait until one has ended.`,
    headers: { 'retry-after': '5' },
  });
}
