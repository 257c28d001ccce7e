import type pg from 'pg';
import { translateDatabaseError } from './database-errors.ts';
import type { Executor } from './executor.ts';
import { Pipeline } from './pipeline.ts';
import { createPool } from './pool.ts';
import { LagMeter } from './replica-lag.ts';

export interface ReplicaState {
  /** Whether lists are read there; otherwise they are read from the primary. */
  usable: boolean;
  /** Why it is not usable, in a few words. */
  reason: string;
  lagMs: number;
}

interface ReplicaOptions {
  url: string;
  poolSize: number;
  readTimeoutMs: number;
  maxLagMs: number;
}

/** The database that lists are read from. */
export interface Lists {
  hot: Executor;
  pool: Executor;
  /** The pool that currently provides the connection for a whole search. */
  scanned: () => pg.Pool;
}

interface Primary {
  hot: Executor;
  pool: pg.Pool;
  access: Executor;
}

interface Listeners {
  onIdleError: (error: Error) => void;
  onChange: (state: ReplicaState) => void;
}

const POLL_INTERVAL_MS = 1000;
const POLL_TIMEOUT_MS = 500;

/**
 * A streaming replica for lists, checked every second: while it does not respond, has been promoted or lags too much,
 * the primary is read instead. A single statement that fails on it is sent to the primary as well.
 */
export class Replica {
  readonly lists: Lists;
  #state: ReplicaState = { usable: false, reason: 'not looked at yet', lagMs: 0 };
  readonly #primary: Primary;
  readonly #listeners: Listeners;
  readonly #maxLagMs: number;
  readonly #hot: Pipeline;
  readonly #pool: pg.Pool;
  readonly #watch: Pipeline;
  readonly #busy = new Set<pg.PoolClient>();
  readonly #lag = new LagMeter();
  readonly #timer: NodeJS.Timeout;
  #polling: Promise<void> | undefined;
  #hasPolled = false;
  #closed = false;

  constructor({ url, poolSize, readTimeoutMs, maxLagMs }: ReplicaOptions, primary: Primary, listeners: Listeners) {
    const { onIdleError } = listeners;
    const reads = { applicationName: 'quaestor', statementTimeoutMs: readTimeoutMs };
    this.#primary = primary;
    this.#listeners = listeners;
    this.#maxLagMs = maxLagMs;
    this.#hot = new Pipeline(url, { ...reads, applicationName: 'quaestor pipeline' }, onIdleError);
    this.#pool = createPool(url, poolSize, reads, onIdleError);
    this.#pool.on('acquire', (client) => this.#busy.add(client));
    this.#pool.on('release', (_error, client) => this.#busy.delete(client));
    this.#watch = new Pipeline(
      url,
      { applicationName: 'quaestor watch', statementTimeoutMs: POLL_TIMEOUT_MS },
      () => {}, // reported by the check that failed
    );
    this.lists = {
      hot: this.#orPrimary(this.#hot, primary.hot),
      pool: this.#orPrimary(this.#pool, primary.pool),
      scanned: () => (this.#state.usable ? this.#pool : primary.pool),
    };
    this.#timer = setInterval(() => this.#poll(), POLL_INTERVAL_MS);
    this.#timer.unref();
    this.#poll();
  }

  get state(): ReplicaState {
    return this.#state;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#polling;
    await Promise.all([this.#hot.end(), this.#pool.end(), this.#watch.end()]);
  }

  #orPrimary(replica: Executor, primary: Executor): Executor {
    return {
      query: async <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => {
        if (!this.#state.usable) return primary.query<Row>(query);
        try {
          return await replica.query<Row>(query);
        } catch (error) {
          if (translateDatabaseError(error)?.code !== 'service_unavailable') throw error;
          return primary.query<Row>(query);
        }
      },
    };
  }

  #poll(): void {
    this.#polling ??= this.#judge()
      .then((state) => this.#change(state))
      .finally(() => {
        this.#polling = undefined;
      });
  }

  async #judge(): Promise<ReplicaState> {
    try {
      const written = await findWritten(this.#primary.access).catch(() => undefined);
      const writtenAt = performance.now();
      const { in_recovery, replayed } = await findReplayed(this.#watch);
      if (!in_recovery) return { usable: false, reason: 'it has been promoted', lagMs: 0 };
      const lagMs = this.#lag.measure(written, replayed, writtenAt);
      const lags = lagMs > this.#maxLagMs;
      return { usable: !lags, reason: lags ? 'it lags too much' : '', lagMs };
    } catch (error) {
      this.#watch.drop();
      return { usable: false, reason: error instanceof Error ? error.message : String(error), lagMs: 0 };
    }
  }

  #change(state: ReplicaState): void {
    const same = this.#hasPolled && this.#state.usable === state.usable;
    this.#state = state;
    this.#hasPolled = true;
    if (same || this.#closed) return;
    if (!state.usable) this.#drop();
    this.#listeners.onChange(state);
  }

  /** Sends waiting statements to the primary now instead of after their time limit. */
  #drop(): void {
    this.#hot.drop();
    for (const client of this.#busy) (client as unknown as pg.Client).end().catch(() => {});
  }
}

/** How far the log is safely written. Only that much is sent to replicas. */
async function findWritten(primary: Executor): Promise<bigint> {
  const { rows } = await primary.query<{ written: string }>({
    name: 'find_written',
    text: `select (pg_current_wal_flush_lsn() - '0/0')::text as written`,
  });
  return BigInt(rows[0]?.written ?? 0);
}

async function findReplayed(replica: Executor): Promise<{ in_recovery: boolean; replayed: bigint }> {
  const { rows } = await replica.query<{ in_recovery: boolean; replayed: string | null }>({
    name: 'find_replayed',
    text: `select pg_is_in_recovery() as in_recovery, (pg_last_wal_replay_lsn() - '0/0')::text as replayed`,
  });
  return { in_recovery: rows[0]?.in_recovery ?? false, replayed: BigInt(rows[0]?.replayed ?? 0) };
}
