import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { CATEGORIES, generateQuestions } from '../question-generator.ts';
import { seededRandom } from '../random.ts';
import { HttpClient } from './http-client.ts';
import type { HttpRequest } from './recipe.ts';

/** The experience of ordinary callers during the attack. */
export interface Experience {
  requests: number;
  /** Replies with any status other than 2xx. */
  failed: number;
  /** The number of replies by status. Status 0 means that there was no reply. */
  statuses: Record<string, number>;
  p50Ms: number;
  p99Ms: number;
  healthP99Ms: number;
  /** The times by kind of request, to see which kinds are slow. */
  p99MsByKind: Record<string, number>;
}

interface Sent {
  kind: string;
  ms: number;
  status: number;
}

interface Orders {
  origin: string;
  /** One token per caller. The requests are divided evenly among the callers. */
  tokens: readonly string[];
  ids: readonly string[];
  seconds: number;
}

const REQUESTS_PER_SECOND = 40;
const HEALTH_CHECKS_PER_SECOND = 10;

/** Acts as an app during the attack: lists, gets, searches, draws, answers and some new questions, at a steady rate. */
export async function watchBystanders(orders: Orders): Promise<Experience> {
  const worker = new Worker(new URL(import.meta.url), { workerData: { bystanders: orders } });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

async function sendOrdinaryRequests({ origin, tokens, ids, seconds }: Orders): Promise<Experience> {
  const callers = tokens.map((token) => ({ token, client: new HttpClient(origin, 64) }));
  const ordinary = ordinaryRequests(ids);
  const prober = new HttpClient(origin, HEALTH_CHECKS_PER_SECOND); // like a load balancer, with its own connections
  const sent: Promise<Sent>[] = [];
  const probes: Promise<number>[] = [];
  const started = performance.now();
  for (let index = 0; performance.now() - started < seconds * 1000; index += 1) {
    const due = started + (index * 1000) / REQUESTS_PER_SECOND;
    while (performance.now() < due) await wait(Math.max(0, due - performance.now()));
    const late = performance.now() - due; // a delay in this thread also counts as waiting
    const [kind, request] = ordinary();
    const { client, token } = callers[index % callers.length] as (typeof callers)[number];
    sent.push(client.send(request, token).then(({ ms, status }) => ({ kind, ms: ms + late, status })));
    if (index % (REQUESTS_PER_SECOND / HEALTH_CHECKS_PER_SECOND) === 0) {
      const health: HttpRequest = { method: 'GET', path: '/healthz', headers: {}, body: undefined };
      probes.push(prober.send(health).then(({ ms }) => ms));
    }
  }
  const outcomes = await Promise.all(sent);
  const times = outcomes.map(({ ms }) => ms);
  const healthP99Ms = percentile(await Promise.all(probes), 0.99);
  for (const { client } of callers) client.close();
  prober.close();
  return {
    requests: outcomes.length,
    failed: outcomes.filter(({ status }) => status < 200 || status > 299).length,
    statuses: Object.fromEntries(
      Map.groupBy(outcomes, ({ status }) => status)
        .entries()
        .map(([status, list]) => [status, list.length]),
    ),
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    healthP99Ms,
    p99MsByKind: Object.fromEntries(
      Map.groupBy(outcomes, ({ kind }) => kind)
        .entries()
        .map(([kind, list]) => [
          kind,
          Math.round(
            percentile(
              list.map(({ ms }) => ms),
              0.99,
            ),
          ),
        ]),
    ),
  };
}

function ordinaryRequests(ids: readonly string[]): () => [kind: string, request: HttpRequest] {
  const random = seededRandom(7);
  const drafts = generateQuestions(7);
  const get = (path: string): HttpRequest => ({ method: 'GET', path, headers: {}, body: undefined });
  const post = (path: string, body: object): HttpRequest => ({
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify(body)),
  });
  return () => {
    const dice = random();
    const category = encodeURIComponent(CATEGORIES[Math.floor(random() * CATEGORIES.length)] ?? '');
    const id = ids[Math.floor(random() * ids.length)] ?? '';
    if (dice < 0.45) return ['list', get(`/questions?category=${category}&difficulty=${Math.floor(random() * 3)}`)];
    if (dice < 0.65) return ['get', get(`/questions/${id}`)];
    if (dice < 0.75) return ['random', get(`/questions/random?category=${category}&count=10`)];
    if (dice < 0.8) return ['search', get('/questions?q=river+discovered&limit=10')];
    if (dice < 0.9) return ['check', post(`/questions/${id}/check`, { answer: 'Mercury' })];
    return ['create', post('/questions', drafts.next().value)];
  };
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length * share)] ?? 0;
}

const given = (workerData as { bystanders?: Orders } | null)?.bystanders;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port has no origin
if (given !== undefined) parentPort?.postMessage(await sendOrdinaryRequests(given));
