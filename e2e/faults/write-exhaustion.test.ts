/** @module-tag release */
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { FAULT_RUNS, FaultTarget } from './fault-target.ts';

const RUN_MS = 120_000;
const MAX_CONNECTIONS = 40;
/** The number of requests to be rejected before connections are released. */
const REJECTED = 20;
const TAKEN_WITHIN_MS = 30_000;

const target = await FaultTarget.start({ max_connections: String(MAX_CONNECTIONS) });
afterAll(() => target.end());

/** Other clients, which take every free connection, including those that the service closes. */
class Others {
  readonly #clients: pg.Client[] = [];

  async takeAll(): Promise<void> {
    const first = await this.#connect();
    if (first === undefined) throw new Error('there is no connection to begin with');
    for (const giveUpAt = Date.now() + TAKEN_WITHIN_MS; Date.now() < giveUpAt; ) {
      while ((await this.#connect()) !== undefined);
      const { rowCount } = await first.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'quaestor%'`,
      );
      if (rowCount === 0) return;
    }
    throw new Error('the service keeps its connections');
  }

  async release(): Promise<void> {
    await Promise.all(this.#clients.splice(0).map((client) => client.end()));
  }

  async #connect(): Promise<pg.Client | undefined> {
    const client = new pg.Client({ connectionString: target.postgres.url, application_name: 'others' });
    client.on('error', () => {}); // PostgreSQL closes it at the end of the test
    try {
      await client.connect();
      this.#clients.push(client);
      return client;
    } catch {
      return undefined;
    }
  }
}

it('rejects requests with 503 and Retry-After if no connection is free, loses nothing, and recovers by itself', {
  timeout: RUN_MS * FAULT_RUNS,
}, async () => {
  for (let run = 0; run < FAULT_RUNS; run += 1) {
    await target.inject(`no connection left ${run}`, async (load) => {
      const others = new Others();
      await others.takeAll();
      await load.rejected(REJECTED);
      expect((await target.service.fetch('/healthz')).status).toBe(200);
      expect((await target.service.fetch('/readyz')).status).toBe(503);
      await others.release();
    });
    await target.verify();
  }
});
