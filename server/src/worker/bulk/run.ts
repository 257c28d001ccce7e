import type { Deps } from '../../deps.ts';
import type { JobError } from '../../domain/jobs.ts';
import { AppError } from '../../errors.ts';
import { endBulkChange } from '../../operations/changes/end-bulk-change.ts';
import { type RecordedJob, recordedJob } from '../../queue/recorded-job.ts';
import { findBulkChange } from '../../store/bulk/bulk-changes.ts';
import { CHUNK } from '../../store/bulk/members.ts';
import { BatchSize } from '../batch-size.ts';
import { applyBatch } from './apply-batch.ts';

/** A bulk change has its own tables, so the job has no data. */
type RunBulk = Record<string, never>;

declare module '../../queue/queue.ts' {
  interface Jobs {
    'bulk.run': Recorded<RunBulk>;
  }
}

/** Small, because writers of the same questions wait until the transaction ends. */
const MAX_BATCH = CHUNK;
/** Time for one bulk change before the next gets its turn. */
const MAX_TURN_MS = 10_000;

/**
 * Changes the members batch by batch, each in a transaction that also records the progress: a worker that takes over
 * continues with the next one. Changes that were made stay when it fails or is canceled; it is a change like any other,
 * and can be reverted.
 */
export const runBulk = recordedJob<Deps, 'bulk.run', RunBulk>({
  name: 'bulk.run',
  concurrency: 2,
  // A long bulk change may outlive many workers that are killed.
  retries: { limit: 50, delaySeconds: 1, maxDelaySeconds: 30 },
  handle: async (job, deps) => {
    try {
      return await applyAll(job, deps);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return { code: error.code, detail: error.detail };
    }
  },
  onEnd: (tx, id, status) => endBulkChange(tx, id, status),
});

async function applyAll(job: RecordedJob<RunBulk>, deps: Deps): Promise<'done' | 'again' | JobError> {
  await deps.categories.refresh();
  const bulk = await findBulkChange(deps.db.writes, job.record.id);
  if (bulk === undefined) return 'done';
  const start = performance.now();
  const size = new BatchSize(MAX_BATCH);
  for (let { completed } = job.record; completed < bulk.matched; ) {
    if (job.stopping.aborted || job.signal.aborted || performance.now() - start > MAX_TURN_MS) return 'again';
    const done = completed;
    completed += (await size.attempt((limit) => applyBatch(job, deps, bulk, done, limit))) ?? 0;
  }
  return 'done';
}
