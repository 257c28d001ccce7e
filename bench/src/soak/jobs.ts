import { setTimeout as wait } from 'node:timers/promises';
import { csvPieces } from '../import.ts';
import { OPERATOR_TOKEN } from '../processes.ts';

const IMPORTED = 20_000;
const ANALYSES = ['text_statistics', 'duplicates', 'item_flaws', 'topics', 'coverage', 'difficulty_check'] as const;
/** Jobs begin this often, so that the first ten minutes and the last have as many. */
const EVERY_MS = 5 * 60_000;
const LOOK_EVERY_MS = 1000;
const AUTHORIZED = { authorization: `Bearer ${OPERATOR_TOKEN}` };

/** What ended, and how; anything that did not succeed. */
export interface JobTally {
  imports: number;
  analyses: number;
  failures: string[];
}

/** An import and an analysis, each type in turn, every five minutes until `signal`. */
export async function runJobs(origin: string, signal: AbortSignal, say: (line: string) => void): Promise<JobTally> {
  const tally: JobTally = { imports: 0, analyses: 0, failures: [] };
  for (let round = 0; !signal.aborted; round += 1) {
    const next = performance.now() + EVERY_MS;
    try {
      await importFile(origin);
      tally.imports += 1;
      await runAnalysis(origin, ANALYSES[round % ANALYSES.length] ?? 'coverage');
      tally.analyses += 1;
    } catch (error) {
      tally.failures.push(String(error));
      say(String(error)); // an hour is too long to learn it at the end
    }
    await wait(Math.max(0, next - performance.now()), undefined, { signal }).catch(() => {});
  }
  return tally;
}

async function importFile(origin: string): Promise<void> {
  // New in every run by a mark: a seed alone does not do, as all seeds are places of one sequence, and two runs may meet in it.
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

/** A job ends by itself: each has a time limit of its own. */
async function untilEnded(url: string, hasEnded: (job: Job) => boolean): Promise<Job> {
  for (;;) {
    const job = await ask<Job>(url, {});
    if (hasEnded(job)) return job;
    await wait(LOOK_EVERY_MS);
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
