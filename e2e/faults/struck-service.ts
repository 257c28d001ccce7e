import pg from 'pg';
import { expect } from 'vitest';
import { type OwnPostgres, type Preparation, startOwnPostgres } from '../support/own-postgres.ts';
import { findDifferences, freePort, type Service, startService, temporaryDirectory } from '../support/service.ts';
import { WriteLoad } from '../support/write-load.ts';

/** 1 of each fault is part of CI; `npm run faults` makes 20. */
export const FAULT_RUNS = Number(process.env['FAULT_RUNS'] ?? 1);
/** This many writes before a fault, and after it. */
const WRITES = 300;

/** The service with its worker, on a PostgreSQL of its own, to be struck while it is written to. */
export class StruckService {
  readonly postgres: OwnPostgres;
  /** What no reply tells, asked of the database itself. */
  readonly sql: pg.Pool;
  readonly #environment: Record<string, string>;
  readonly #directory: { remove(): Promise<void> };
  #service: Service | undefined;

  static async start(
    settings: Readonly<Record<string, string>> = {},
    { directory, ...preparation }: { directory?: { path: string; remove(): Promise<void> } } & Preparation = {},
  ): Promise<StruckService> {
    const place = directory ?? (await temporaryDirectory());
    const postgres = await startOwnPostgres(place.path, settings, preparation);
    const struck = new StruckService(place, postgres, String(await freePort()));
    await struck.startService();
    return struck;
  }

  private constructor(directory: { remove(): Promise<void> }, postgres: OwnPostgres, port: string) {
    this.#directory = directory;
    this.postgres = postgres;
    // Shedding of load is tested elsewhere; a busy machine would make it part of every run.
    this.#environment = { DATABASE_URL: postgres.url, PORT: port, RATE_LIMIT: 'false', OVERLOAD_DELAY_MS: '0' };
    this.sql = new pg.Pool({ connectionString: postgres.url, application_name: 'e2e', max: 2 });
    this.sql.on('error', () => {}); // broken by the faults that are meant
  }

  get service(): Service {
    if (this.#service === undefined) throw new Error('there is no service');
    return this.#service;
  }

  /** On the port of the one before. */
  async startService(): Promise<void> {
    this.#service = await startService(this.#environment);
  }

  /**
   * Strikes while writers are at work. Whatever was acknowledged, before and during and after, is there as it was
   * acknowledged and once; the service goes on; nothing derived is wrong. Gives back the load for what else is to be said.
   */
  async strike(name: string, fault: (load: WriteLoad) => Promise<void>): Promise<WriteLoad> {
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
    process.stdout.write(`${name}: ${load.tell()}\n`);
    return load;
  }

  /** Nothing derived is wrong. */
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
