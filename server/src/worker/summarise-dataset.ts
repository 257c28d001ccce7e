import type { Deps } from '../deps.ts';
import { recordedJob } from '../queue/recorded-job.ts';
import { findDataset, updateDatasetSummary } from '../store/datasets/datasets.ts';
import { summariseDataset } from '../store/datasets/summary.ts';

declare module '../queue/queue.ts' {
  interface Jobs {
    'dataset.summary': Recorded<DatasetJob>;
  }
}

interface DatasetJob {
  dataset_id: string;
}

const CHUNK = 1000;
/** After this many chunks it reports progress and checks whether somebody has canceled it. */
const PROGRESS_EVERY_CHUNKS = 20;

/**
 * The hash and the licences of a dataset that is too large for the request that created it. A repeated attempt starts
 * again.
 */
export const summariseDatasets = recordedJob<Deps, 'dataset.summary', DatasetJob>({
  name: 'dataset.summary',
  concurrency: 1,
  handle: async ({ data: { dataset_id }, progress, signal }, { db }) => {
    const dataset = await findDataset(db.reads, dataset_id);
    if (dataset === undefined || dataset.content_hash !== null) return 'done';
    const total = dataset.question_count;
    const summary = await summariseDataset(db.reads, dataset_id, async (chunks) => {
      signal.throwIfAborted();
      if (chunks % PROGRESS_EVERY_CHUNKS === 0) await progress(Math.min(chunks * CHUNK, total), total);
    });
    await updateDatasetSummary(db.writes, dataset_id, summary);
    return 'done';
  },
});
