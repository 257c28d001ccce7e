import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import pg from 'pg';
import { type OwnPostgres, startOwnPostgres } from './own-postgres.ts';
import { freePort, type Service, startProgram, startService, temporaryDirectory } from './service.ts';

/**
 * The smallest real installation: PostgreSQL, an API and two workers, each in a process that can be stopped separately.
 */
export class AnalysisNodes {
  readonly postgres: OwnPostgres;
  /** A direct connection to the database, for data that the API does not show. */
  readonly sql: pg.Pool;
  readonly #environment: Record<string, string>;
  readonly #workers: (ChildProcess | undefined)[];
  readonly #directory: { remove(): Promise<void> };
  #api: Service | undefined;

  static async start(settings: Record<string, string>, workers = 2): Promise<AnalysisNodes> {
    const directory = await temporaryDirectory();
    const postgres = await startOwnPostgres(directory.path);
    const nodes = new AnalysisNodes(directory, postgres, { ...settings, PORT: String(await freePort()) }, workers);
    await nodes.startApi();
    for (let index = 0; index < workers; index += 1) nodes.startWorker(index);
    return nodes;
  }

  private constructor(
    directory: { remove(): Promise<void> },
    postgres: OwnPostgres,
    settings: Record<string, string>,
    workers: number,
  ) {
    this.#directory = directory;
    this.#workers = Array.from({ length: workers }, () => undefined);
    this.postgres = postgres;
    this.#environment = { ...settings, DATABASE_URL: postgres.url };
    this.sql = new pg.Pool({ connectionString: postgres.url, application_name: 'e2e' });
    this.sql.on('error', () => {}); // the restarts break connections
  }

  get api(): Service {
    if (this.#api === undefined) throw new Error('there is no API');
    return this.#api;
  }

  /** Starts the API on the same port as before. */
  async startApi(): Promise<void> {
    this.#api = await startService(this.#environment, [], 'api');
  }

  /** Returns the worker to disturb. Faults alternate between the two workers. */
  worker(index: number): ChildProcess {
    const worker = this.#workers[index % this.#workers.length];
    if (worker === undefined) throw new Error('there is no such worker');
    return worker;
  }

  get workers(): ChildProcess[] {
    return this.#workers.filter((worker) => worker !== undefined);
  }

  startWorker(index: number): void {
    this.#workers[index % this.#workers.length] = startProgram(this.#environment, [], 'worker').process;
  }

  /**
   * Kills all workers with kill -9 and starts new ones. The killed workers' jobs become due immediately, instead of
   * after the 10 s that it takes to notice a missing heartbeat.
   */
  async replaceWorkers(): Promise<void> {
    await Promise.all(this.workers.map((worker) => end(worker, 'SIGKILL')));
    await this.sql.query(
      `update pgboss.job set heartbeat_on = heartbeat_on - interval '1 hour' where state = 'active'`,
    );
    for (const index of this.#workers.keys()) this.startWorker(index);
  }

  async end(): Promise<void> {
    await this.sql.end();
    const processes = [...(this.#api === undefined ? [] : [this.#api.process]), ...this.workers];
    await Promise.all(processes.map((process) => end(process, 'SIGTERM')));
    this.postgres.stop();
    await this.#directory.remove();
  }
}

export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

const TICKS_PER_SECOND = 100;

/** Returns the processor time that a process has used so far, in seconds. This works only on Linux. */
export function processorSeconds({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
