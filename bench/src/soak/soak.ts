import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { createWebhooks, WEBHOOKS_HERE } from '../events/webhooks.ts';
import { createKey, GUARDED } from '../guarded.ts';
import { OPERATOR_TOKEN, type Started, startApi, startProcess, startWorkerProcess } from '../processes.ts';
import { CATEGORIES, generateQuestions } from '../question-generator.ts';
import { seededRandom } from '../random.ts';
import { type JobTally, runJobs } from './jobs.ts';

const CLIENTS = 16;
const WEBHOOKS = 2;
const STREAMS = 5;

interface Window {
  latencies: number[];
  failures: number;
}

/**
 * Puts a mixed load on the service, as in production: with tokens, limits, webhooks, event streams, and an import and
 * an analysis every five minutes. It fails if a request or job fails, or if p99 grows to more than 1.5 times its first
 * value.
 */
export async function soak(databaseUrl: string, minutes: number, say: (line: string) => void): Promise<boolean> {
  const api = await startApi(databaseUrl, { ...GUARDED, ...WEBHOOKS_HERE });
  const token = await createKey(api.origin, ['questions:read', 'questions:write', 'questions:delete']);
  const worker = startWorkerProcess(databaseUrl, WEBHOOKS_HERE);
  const receiver = await startProcess('bench/src/events/receiver.ts', '/count', {});
  await createWebhooks(api.origin, receiver.origin, WEBHOOKS);
  const listeners = await startProcess('bench/src/events/listeners.ts', '/count', {
    ...{ SERVICE: api.origin, TOKEN: OPERATOR_TOKEN, STREAMS: String(STREAMS) },
  });
  const ending = new AbortController();
  const jobs = runJobs(api.origin, ending.signal, say);
  const windows: Window[] = Array.from({ length: minutes }, () => ({ latencies: [], failures: 0 }));
  const memory: number[] = [];
  const started = performance.now();
  const elapsedMinutes = () => (performance.now() - started) / 60_000;
  const clients = Array.from({ length: CLIENTS }, (_, seed) =>
    client(api.origin, token, seed, () => windows[Math.floor(elapsedMinutes())]),
  );
  while (elapsedMinutes() < minutes) {
    await wait(60_000 - ((performance.now() - started) % 60_000));
    memory.push(residentMib(api));
    const { latencies, failures } = windows[memory.length - 1] ?? { latencies: [], failures: 0 };
    say(
      `minute ${memory.length}: ${latencies.length} requests, ${failures} failed, p99 ${percentile(latencies, 0.99).toFixed(1)} ms, ${memory.at(-1)} MiB`,
    );
  }
  await Promise.all(clients);
  ending.abort();
  const tally = await jobs;
  for (const started of [listeners, worker, api, receiver]) await started.stop();
  return judgeSoak(windows, memory, tally, say);
}

/** One caller that sends a mix of lists, gets, draws, writes and deletes, like an app with editors. */
async function client(origin: string, token: string, seed: number, current: () => Window | undefined): Promise<void> {
  const headers = { authorization: `Bearer ${token}` };
  const random = seededRandom(seed);
  const drafts = generateQuestions(seed);
  const mine: string[] = [];
  for (let window = current(); window !== undefined; window = current()) {
    const dice = random();
    const category = encodeURIComponent(CATEGORIES[Math.floor(random() * CATEGORIES.length)] ?? '');
    const started = performance.now();
    let reply: Response;
    if (dice < 0.5)
      reply = await fetch(`${origin}/questions?category=${category}&difficulty=${Math.floor(random() * 3)}`, {
        headers,
      });
    else if (dice < 0.7)
      reply = await fetch(`${origin}/questions/${mine[Math.floor(random() * mine.length)] ?? ''}`, { headers });
    else if (dice < 0.8) reply = await fetch(`${origin}/questions/random?count=10&category=${category}`, { headers });
    else if (dice < 0.93 || mine.length < 10) {
      reply = await fetch(`${origin}/questions`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(drafts.next().value),
      });
    } else if (dice < 0.96) {
      reply = await fetch(`${origin}/questions/${mine[Math.floor(random() * mine.length)] ?? ''}`, {
        method: 'PUT',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ difficulty: Math.floor(random() * 3) }),
      });
    } else reply = await fetch(`${origin}/questions/${mine.shift()}`, { method: 'DELETE', headers });
    const body = (await reply.json()) as { id?: string };
    window.latencies.push(performance.now() - started);
    if (!reply.ok) window.failures += 1;
    if (reply.status === 201 && body.id !== undefined) mine.push(body.id);
  }
}

function residentMib({ pid }: Started): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024);
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * share)] ?? 0;
}

function judgeSoak(
  windows: readonly Window[],
  memory: readonly number[],
  jobs: JobTally,
  say: (line: string) => void,
): boolean {
  const span = Math.max(1, Math.min(10, Math.floor(windows.length / 3)));
  const p99 = (part: readonly Window[]) =>
    percentile(
      part.flatMap(({ latencies }) => latencies),
      0.99,
    );
  const [first, last] = [p99(windows.slice(0, span)), p99(windows.slice(-span))];
  const failures = windows.reduce((total, window) => total + window.failures, 0);
  const requests = windows.reduce((total, window) => total + window.latencies.length, 0);
  say(
    JSON.stringify({
      minutes: windows.length,
      requests,
      failures,
      p99_first_ms: first,
      p99_last_ms: last,
      ratio: last / first,
      memory_mib: memory,
      jobs,
    }),
  );
  return failures === 0 && jobs.failures.length === 0 && last <= first * 1.5;
}
