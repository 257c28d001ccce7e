import { setTimeout as wait } from 'node:timers/promises';
import { Worker, workerData } from 'node:worker_threads';
import { HttpClient } from './http-client.ts';

const INTERVAL_MS = 10;

/** Polls /healthz from its own thread. The wait for a reply shows how long the event loop was blocked. */
export class Probe {
  readonly #worker: Worker;
  /** The longest wait since the last reset, in ms. */
  readonly #longest = new Float64Array(new SharedArrayBuffer(8));

  constructor(origin: string) {
    this.#worker = new Worker(new URL(import.meta.url), { workerData: { origin, longest: this.#longest } });
  }

  reset(): void {
    this.#longest[0] = 0;
  }

  get longestMs(): number {
    return this.#longest[0] ?? 0;
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}

async function ask(origin: string, longest: Float64Array): Promise<never> {
  const client = new HttpClient(origin, 1);
  for (;;) {
    const { ms } = await client.send({ method: 'GET', path: '/healthz', headers: {}, body: undefined });
    if (ms > (longest[0] ?? 0)) longest[0] = ms;
    await wait(INTERVAL_MS);
  }
}

const given = workerData as { origin: string; longest: Float64Array } | null;
if (given?.longest !== undefined) await ask(given.origin, given.longest);
