import { randomBytes, randomUUID } from 'node:crypto';
import type { Ledger } from './ledger.ts';
import { type OwnProxy, startProxy } from './own-proxy.ts';
import { freePort, type OperatorRequest, type Service } from './service.ts';
import { type Started, type StartProgram, startByEach } from './starters.ts';
import { UpgradeLoad } from './upgrade-load.ts';
import { WriteLoad } from './write-load.ts';

/** All fleets share one operator token. */
const BOOTSTRAP_TOKEN = randomBytes(24).toString('base64url');
const PROGRAMS = ['api', 'worker', 'api', 'worker'] as const;

interface Place {
  program: 'api' | 'worker';
  port: number;
  process: Started;
}

export interface Met {
  /** Every request that failed, and every analysis that did not succeed. */
  failed: string[];
  acknowledged: number;
  ledger: Ledger;
  reads: number;
  analyses: number;
}

/**
 * Two API and two worker processes behind a proxy, and callers with keep-alive connections that count every failed
 * request.
 */
export class Fleet {
  readonly #environment: Readonly<Record<string, string>>;
  readonly #places: Place[] = [];
  readonly #startProgram: StartProgram;
  #proxy: OwnProxy | undefined;
  /** The number of replaced processes. */
  restarts = 0;
  #load: { writes: WriteLoad; reads: UpgradeLoad } | undefined;

  constructor(
    databaseUrl: string,
    directory: string,
    settings: Readonly<Record<string, string>>,
    startProgram: StartProgram = startByEach(PROGRAMS.length),
  ) {
    this.#startProgram = startProgram;
    this.#environment = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: `${directory}/data`,
      BOOTSTRAP_TOKEN,
      RATE_LIMIT: 'false',
      LOG_LEVEL: 'warn',
      ...settings,
    };
  }

  async start(directory: string, check: string): Promise<void> {
    const starting = PROGRAMS.map(async (program) => {
      const port = await freePort();
      this.#places.push({ program, port, process: await this.#startNext(program, port) });
    });
    await Promise.all(starting);
    const ports = this.#places.filter(({ program }) => program === 'api').map(({ port }) => port);
    const proxy = await startProxy(directory, ports, check);
    this.#proxy = proxy;
    for (const port of ports) await proxy.follows(port);
    const service = { origin: proxy.origin, fetch: this.#fetch.bind(this, proxy.origin) } as unknown as Service;
    const writes = new WriteLoad(randomUUID(), () => service);
    await writes.more(50); // data for the analyses
    this.#load = { writes, reads: new UpgradeLoad(() => service) };
  }

  /** Replaces one process after another, waiting each time until the proxy uses the new one. */
  async restartAll(): Promise<void> {
    for (const place of this.#places) await this.#restart(place);
  }

  /** Replaces a single API process. */
  async restartOne(): Promise<void> {
    const place = this.#places.find(({ program }) => program === 'api');
    if (place !== undefined) await this.#restart(place);
  }

  async #restart(place: Place): Promise<void> {
    await place.process.end();
    place.process = await this.#startNext(place.program, place.port);
    this.restarts += 1;
    if (place.program === 'api') await this.#proxy?.follows(place.port);
  }

  /** Summarises in one line what callers have experienced so far. */
  summary(): string {
    const { writes, reads } = this.#load ?? {};
    return `${writes?.summary()}; ${reads?.reads} reads, ${reads?.failed.length} failed; ${reads?.runs} analyses`;
  }

  /** Ends the load, and returns what its callers experienced. */
  async stopLoad(): Promise<Met> {
    if (this.#load === undefined) throw new Error('no load');
    const { writes, reads } = this.#load;
    await Promise.all([writes.stop(), reads.stop()]);
    const rejected = [...writes.statuses].filter(([status]) => status >= 300);
    const failed = [
      ...rejected.map(([status, count]) => `${count} writes: ${status}`),
      ...writes.rejections,
      ...(writes.lost > 0 ? [`${writes.lost} writes without a reply`] : []),
      ...reads.failed,
    ];
    const { acknowledged, ledger } = writes;
    return { failed, acknowledged, ledger, reads: reads.reads, analyses: reads.runs };
  }

  async end(): Promise<void> {
    try {
      await Promise.all(this.#places.map((place) => place.process.end()));
    } finally {
      for (const place of this.#places) place.process.kill();
      await this.#proxy?.stop();
    }
  }

  async #startNext(program: 'api' | 'worker', port: number): Promise<Started> {
    return this.#startProgram(program, { ...this.#environment, PORT: String(port), WORKER_PORT: String(port) }, port);
  }

  async #fetch(origin: string, path: string, init: OperatorRequest = {}): Promise<Response> {
    return fetch(`${origin}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${BOOTSTRAP_TOKEN}`, ...init.headers },
    });
  }
}
