import { analysisJobs } from './analysis/index.ts';

/** Every kind of job there is: a file, and a line here. */
export const JOB_KINDS = [analysisJobs] as const;
