import pg from 'pg';
import { expect } from 'vitest';
import { type OwnPostgres, type Preparation, startOwnPostgres } from '../support/own-postgres.ts';
import { findDifferences, freePort, type Service, startService, temporaryDirectory } from '../support/service.ts';
import { WriteLoad } from '../support/write-load.ts';

/** CI runs each fault once; `npm run faults` runs it 20 times. */
export const FAULT_RUNS = Number(process.env['FAULT_RUNS'] ?? 1);
/** The number of writes before and after a fault. */
const WRITES = 300;

/** A service with a worker and its own PostgreSQL, into which faults are injected while it is being written to. */
export class FaultTarget {
  readonly postgres: OwnPostgres;
  /** A direct connection to the database, for data that the API does not show. */
  readonly sql: pg.Pool;
  readonly #environment: Record<string, string>;
  readonly #directory: { remove(): Promise<void> };
  #service: Service | undefined;

  static async start(
    settings: Readonly<Record<string, string>> = {},
    { directory, ...preparation }: { directory?: { path: string; remove(): Promise<void> } } & Preparation = {},
  ): Promise<FaultTarget> {
    const place = directory ?? (await temporaryDirectory());
    const postgres = await startOwnPostgres(place.path, settings, preparation);
    const target = new FaultTarget(place, postgres, String(await freePort()));
    await target.startService();
    return target;
  }

  private constructor(directory: { remove(): Promise<void> }, postgres: OwnPostgres, port: string) {
    this.#directory = directory;
    this.postgres = postgres;
    // Load shedding is off, because it is tested elsewhere, and a busy machine would cause it in every run.
    this.#environment = { DATABASE_URL: postgres.url, PORT: port, RATE_LIMIT: 'false', OVERLOAD_DELAY_MS: '0' };
    this.sql = new pg.Pool({ connectionString: postgres.url, application_name: 'e2e', max: 2 });
    this.sql.on('error', () => {}); // the faults break connections
  }

  get service(): Service {
    if (this.#service === undefined) throw new Error('there is no service');
    return this.#service;
  }

  /** Starts the service on the same port as before. */
  async startService(): Promise<void> {
    this.#service = await startService(this.#environment);
  }

  /**
   * Injects a fault while writers are running. Every acknowledged write, before, during and after the fault, must be
   * stored exactly once and as acknowledged, and the service must continue. Returns the load for further checks.
   */
  async inject(name: string, fault: (load: WriteLoad) => Promise<void>): Promise<WriteLoad> {
    const load = new WriteLoad(name, () => this.service);
    try {
      await load.more(WRITES);
      await fault(load);
      await load.more(WRITES);
    } finally {
      await load.stop();
    }
    expect(load.wrong).toEqual([]);
    expect(await load.ledger.listLost(this.sql)).toEqual([]);
    process.stdout.write(`${name}: ${load.summary()}\n`);
    return load;
  }

  /** Checks that all derived data is correct. */
  async verify(): Promise<void> {
    expect(await findDifferences(this.postgres.url)).toEqual([]);
  }

  async end(): Promise<void> {
    await this.sql.end();
    await this.#service?.end();
    this.postgres.stop();
    await this.#directory.remove();
  }
}
