import { setTimeout as wait } from 'node:timers/promises';
import { json, type Service } from './service.ts';

const READERS = 2;
const READ_PAUSE_MS = 20;
const POLL_INTERVAL_MS = 200;
const ENDS_WITHIN_MS = 300_000;
const ANALYSES = ['text_statistics', 'item_flaws', 'coverage', 'duplicates'];

/**
 * Readers that repeatedly fetch a page, a question and its history, and one caller that runs one analysis after
 * another.
 */
export class UpgradeLoad {
  /** Failed requests and runs. */
  readonly failed: string[] = [];
  reads = 0;
  runs = 0;
  slowestReadMs = 0;
  readonly #service: () => Service;
  readonly #callers: Promise<void>[];
  #stopped = false;

  constructor(service: () => Service) {
    this.#service = service;
    this.#callers = [this.#analyse(), ...Array.from({ length: READERS }, (_, reader) => this.#read(reader))];
  }

  /** Waits for the current analysis to finish. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#callers);
  }

  async #read(reader: number): Promise<void> {
    const query = ['category=Science', 'difficulty=1'][reader % 2];
    while (!this.#stopped) {
      const page = await this.#get(`/questions?${query}&limit=10&sort=-created_at`);
      const { data = [] } = JSON.parse(page ?? '{}') as { data?: { id: string }[] };
      for (const { id } of data.slice(0, 2)) {
        await this.#get(`/questions/${id}`);
        await this.#get(`/questions/${id}/versions`);
      }
      await wait(READ_PAUSE_MS);
    }
  }

  async #analyse(): Promise<void> {
    while (!this.#stopped) {
      const { headers, ...init } = json({ analysis_type: ANALYSES[this.runs % ANALYSES.length], filter: {} });
      const body = await this.#ask('/analysis/run', { ...init, headers: { ...headers, prefer: 'respond-async' } });
      if (body === undefined) return;
      const { id } = JSON.parse(body) as { id: string };
      await this.#follow(id);
      this.runs += 1;
    }
  }

  async #follow(id: string): Promise<void> {
    for (const giveUpAt = Date.now() + ENDS_WITHIN_MS; Date.now() < giveUpAt; await wait(POLL_INTERVAL_MS)) {
      const body = await this.#get(`/analysis/${id}`);
      const { status, error } = JSON.parse(body ?? '{}') as { status?: string; error?: unknown };
      if (status === 'succeeded') return;
      if (status !== 'queued' && status !== 'running') {
        this.failed.push(`analysis ${id}: ${status} ${JSON.stringify(error)}`);
        return;
      }
    }
    this.failed.push(`analysis ${id}: not finished within ${ENDS_WITHIN_MS / 1000} s`);
  }

  async #get(path: string): Promise<string | undefined> {
    const asked = performance.now();
    const body = await this.#ask(path);
    this.slowestReadMs = Math.max(this.slowestReadMs, performance.now() - asked);
    this.reads += 1;
    return body;
  }

  async #ask(path: string, init?: Parameters<Service['fetch']>[1]): Promise<string | undefined> {
    const service = this.#service();
    try {
      const reply = await service.fetch(path, init);
      const body = await reply.text();
      // A question on a page may have been deleted since the page was read.
      if (reply.ok || reply.status === 410 || reply.status === 404) return reply.ok ? body : undefined;
      this.failed.push(`${path}: ${reply.status} ${body.slice(0, 300)}`);
    } catch (error) {
      this.failed.push(`${path} of ${service.origin}: ${String(error)}`);
    }
    return undefined;
  }
}
