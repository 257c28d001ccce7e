import { Counter, Gauge, Histogram } from 'prom-client';
import { analysisTypes } from '../analysis/index.ts';
import type { Deps } from '../deps.ts';
import { Sampler } from '../metrics/sampler.ts';
import type { JobEnd } from '../queue/job-kind.ts';
import { listWaitingJobs } from '../queue/waiting-jobs.ts';
import { countUnfinishedByType } from '../store/analysis/list.ts';
import { withTimeLimit } from '../store/database/time-limit.ts';

/** A scrape waits one second and then gets the other metrics; the statements are ended soon after. */
const SAMPLE = { everyMs: 5000, waitMs: 1000 };
const STATEMENT_TIMEOUT_MS = 1500;
/** Buckets from a quick plan to the 45 minutes after which a step is ended. */
const JOB_SECONDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 900, 2700];
const UNFINISHED = ['queued', 'running'] as const;

interface WorkMetrics {
  jobEnded: (end: JobEnd) => void;
  rowsFolded: (count: number) => void;
}

/**
 * Metrics of background work. The waiting jobs are the same for all workers, because they are read from the database:
 * take the maximum over all workers, not the sum. API processes do not report them, so that scraping many processes
 * does not load the database.
 */
export function measureWork({ db, metrics: { registry } }: Deps): WorkMetrics {
  const registers = [registry];
  const duration = new Histogram({
    name: 'quaestor_job_duration_seconds',
    help: 'Time from taking a job to its end here, by queue and outcome: succeeded, failed, canceled, or retried later',
    labelNames: ['queue', 'outcome'],
    buckets: JOB_SECONDS,
    registers,
  });
  const folded = new Counter({
    name: 'quaestor_folded_rows_total',
    help: 'Rows of changed counts that were folded into the counts',
    registers,
  });
  const waiting = new Sampler(
    () =>
      withTimeLimit(db.reads, STATEMENT_TIMEOUT_MS, async (limited) => ({
        jobs: await listWaitingJobs(limited),
        analyses: await countUnfinishedByType(limited),
      })),
    SAMPLE,
  );
  new Gauge({
    name: 'quaestor_jobs_waiting',
    help: 'Jobs that are due and taken by no worker, by queue; the same for all workers',
    labelNames: ['queue'],
    registers,
    async collect() {
      this.reset();
      for (const { queue, waiting: jobs } of (await waiting.read())?.jobs ?? []) this.set({ queue }, jobs);
    },
  });
  new Gauge({
    name: 'quaestor_jobs_oldest_waiting_seconds',
    help: 'How long the first of these jobs has been due, 0 without one; the same for all workers',
    labelNames: ['queue'],
    registers,
    async collect() {
      this.reset();
      for (const { queue, oldest_seconds } of (await waiting.read())?.jobs ?? []) this.set({ queue }, oldest_seconds);
    },
  });
  new Gauge({
    name: 'quaestor_analyses_unfinished',
    help: 'Analyses that are queued or running, by type and state; the same for all workers',
    labelNames: ['type', 'state'],
    registers,
    async collect() {
      this.reset();
      const sample = await waiting.read();
      if (sample === undefined) return;
      for (const { name: type } of analysisTypes) for (const state of UNFINISHED) this.set({ type, state }, 0);
      for (const { type, state, count } of sample.analyses) this.set({ type, state }, count);
    },
  });
  return {
    jobEnded: ({ queue, outcome, seconds }) => duration.observe({ queue, outcome }, seconds),
    rowsFolded: (count) => folded.inc(count),
  };
}
