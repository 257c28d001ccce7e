import { analysisJobs } from './analysis/index.ts';
import { summariseDatasets } from './summarise-dataset.ts';

/** Every kind of job there is: a file, and a line here. */
export const JOB_KINDS = [analysisJobs, summariseDatasets] as const;
