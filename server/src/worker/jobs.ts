import { analysisJobs } from './analysis/index.ts';
import { runBulk } from './bulk/run.ts';
import { revertChange } from './changes/revert.ts';
import { runImport } from './imports/run.ts';
import { undoImport } from './imports/undo.ts';
import { summariseDatasets } from './summarise-dataset.ts';
import { deliverWebhooks } from './webhooks/deliver.ts';

/** Every kind of job. Each has its own file. */
export const JOB_KINDS = [
  analysisJobs,
  summariseDatasets,
  runImport,
  undoImport,
  runBulk,
  revertChange,
  deliverWebhooks,
] as const;
