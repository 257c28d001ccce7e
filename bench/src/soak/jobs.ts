import { setTimeout as wait } from 'node:timers/promises';
import { csvPieces } from '../import.ts';
import { OPERATOR_TOKEN } from '../processes.ts';

const IMPORTED = 20_000;
const ANALYSES = ['text_statistics', 'duplicates', 'item_flaws', 'topics', 'coverage', 'difficulty_check'] as const;
/** Jobs start at a fixed interval, so that the first ten minutes and the last have the same number. */
const JOB_INTERVAL_MS = 5 * 60_000;
const POLL_INTERVAL_MS = 1000;
const AUTHORIZED = { authorization: `Bearer ${OPERATOR_TOKEN}` };

/** The number of jobs that succeeded, and the errors of those that did not. */
export interface JobTally {
  imports: number;
  analyses: number;
  failures: string[];
}

/** Runs an import and an analysis, each type in turn, every five minutes until `signal` is aborted. */
export async function runJobs(origin: string, signal: AbortSignal, say: (line: string) => void): Promise<JobTally> {
  const tally: JobTally = { imports: 0, analyses: 0, failures: [] };
  for (let round = 0; !signal.aborted; round += 1) {
    const next = performance.now() + JOB_INTERVAL_MS;
    try {
      await importFile(origin);
      tally.imports += 1;
      await runAnalysis(origin, ANALYSES[round % ANALYSES.length] ?? 'coverage');
      tally.analyses += 1;
    } catch (error) {
      tally.failures.push(String(error));
      say(String(error)); // reported immediately, because a run takes an hour
    }
    await wait(Math.max(0, next - performance.now()), undefined, { signal }).catch(() => {});
  }
  return tally;
}

async function importFile(origin: string): Promise<void> {
  // The mark makes the texts of every run unique. Different seeds are not enough, because all of them start somewhere
  // in the same sequence, so two runs may overlap.
  const seed = Date.now() % 1_000_000_000;
  const { id } = await ask<{ id: string }>(`${origin}/imports?format=csv`, {
    method: 'POST',
    body: [...csvPieces(IMPORTED, { seed, mark: ` (file ${seed})` })].join(''),
  });
  const ended = await untilEnded(`${origin}/imports/${id}`, ({ phase }) => phase === 'finished');
  if (ended.counts?.created !== IMPORTED) throw new Error(`import: ${ended.status}, ${JSON.stringify(ended.counts)}`);
}

async function runAnalysis(origin: string, analysis_type: string): Promise<void> {
  const { id } = await ask<{ id: string }>(`${origin}/analysis/run`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ analysis_type, filter: {} }),
  });
  const ended = await untilEnded(`${origin}/analysis/${id}`, ({ status }) => ENDED.has(status));
  if (ended.status !== 'succeeded') throw new Error(`${analysis_type}: ${JSON.stringify(ended).slice(0, 500)}`);
}

const ENDED = new Set(['succeeded', 'failed', 'canceled']);

interface Job {
  status: string;
  phase?: string;
  counts?: { created: number };
}

/** Polling needs no limit, because every job has its own time limit. */
async function untilEnded(url: string, hasEnded: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const job = await ask<Job>(url, {});
    if (hasEnded(job)) return job;
    await wait(POLL_INTERVAL_MS);
  }
}

interface Request {
  method?: 'POST';
  headers?: Record<string, string>;
  body?: string;
}

async function ask<Body>(url: string, request: Request): Promise<Body> {
  const reply = await fetch(url, { ...request, headers: { ...AUTHORIZED, ...request.headers } });
  if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`);
  return (await reply.json()) as Body;
}
