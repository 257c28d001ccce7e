import pg from 'pg';
import { translateDatabaseError } from './database-errors.ts';
import type { Executor } from './executor.ts';
import { Pipeline } from './pipeline.ts';

export type { Executor } from './executor.ts';
export type Pool = pg.Pool;

export interface DatabaseOptions {
  url: string;
  replicaUrl?: string | undefined;
  poolSize: number;
  readTimeoutMs: number;
  writeTimeoutMs: number;
}

/** Two pools, because PostgreSQL's time limit belongs to the connection, and a line for the quickest reads. */
export interface Database {
  /** For the few who need a connection of their own. */
  url: string;
  /** For the few named statements that nearly every request runs. */
  hot: Executor;
  reads: pg.Pool;
  writes: pg.Pool;
  /** For lists, searches and counts, which may be a moment old: a replica where there is one. */
  lists: { hot: Executor; pool: Executor };
  close(): Promise<void>;
}

export function connectDatabase(options: DatabaseOptions, onIdleError: (error: Error) => void): Database {
  const reads = createPool(options.url, options.poolSize, options.readTimeoutMs, onIdleError);
  const writes = createPool(options.url, options.poolSize, options.writeTimeoutMs, onIdleError);
  const hot = new Pipeline(options.url, options.readTimeoutMs, onIdleError);
  const replica =
    options.replicaUrl === undefined
      ? undefined
      : {
          hot: new Pipeline(options.replicaUrl, options.readTimeoutMs, onIdleError),
          pool: createPool(options.replicaUrl, options.poolSize, options.readTimeoutMs, onIdleError),
        };
  return {
    url: options.url,
    hot,
    reads,
    writes,
    lists:
      replica === undefined
        ? { hot, pool: reads }
        : { hot: orElse(replica.hot, hot), pool: orElse(replica.pool, reads) },
    close: async () => {
      await Promise.all([hot.end(), reads.end(), writes.end(), replica?.hot.end(), replica?.pool.end()]);
    },
  };
}

/** Asks the second when the first cannot be reached. */
function orElse(first: Executor, second: Executor): Executor {
  return {
    query: async <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => {
      try {
        return await first.query<Row>(query);
      } catch (error) {
        if (translateDatabaseError(error)?.code !== 'service_unavailable') throw error;
        return second.query<Row>(query);
      }
    },
  };
}

function createPool(
  url: string,
  max: number,
  timeoutMs: number,
  onIdleError: (error: Error) => void,
  more: pg.PoolConfig = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    statement_timeout: timeoutMs,
    // A waiter gives up before the client does: no connection within the time limit is "unavailable".
    connectionTimeoutMillis: 3000,
    // A process that is stopped in the middle of a transaction must not hold its locks for long.
    idle_in_transaction_session_timeout: 5000,
    application_name: 'quaestor',
    ...more,
  });
  // An idle connection that breaks is replaced on the next use; unheard, the event would end the process.
  pool.on('error', onIdleError);
  return pool;
}

/** One connection for a thread that reads the bank in large pieces. */
export function connectReader(url: string, timeoutMs: number): pg.Pool {
  // A broken connection is replaced, and the statement on it fails by itself.
  return createPool(url, 1, timeoutMs, () => {}, {
    application_name: 'quaestor analysis',
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool awaits it, which its types do not say
    onConnect: endWithClient,
  });
}

/**
 * A thread ends when its run is canceled, and its statement must not go on alone: PostgreSQL looks for its client twice a
 * second. A server on Windows cannot, and refuses: there the time limit of the statement is what ends it.
 */
async function endWithClient(client: pg.ClientBase): Promise<void> {
  await client.query(`set client_connection_check_interval = '500ms'`).catch(() => {});
}

const ATTEMPTS = 3;

/**
 * Runs `work` in one transaction: committed when it returns, rolled back when it throws. Of transactions that wait for
 * each other in a circle PostgreSQL ends one; that one is done again and then sees what the others did.
 */
export async function inTransaction<Result>(pool: pg.Pool, work: (tx: Executor) => Promise<Result>): Promise<Result> {
  return attemptTransaction(pool, 'begin', work);
}

/** The same with one view of the database from the first statement to the last. */
export async function inSnapshot<Result>(pool: pg.Pool, work: (tx: Executor) => Promise<Result>): Promise<Result> {
  return attemptTransaction(pool, 'begin isolation level repeatable read', work);
}

/** A circle of waiting, and a row that changed under a transaction with one view. */
const WORTH_REPEATING = new Set(['40P01', '40001']);

async function attemptTransaction<Result>(
  pool: pg.Pool,
  begin: string,
  work: (tx: Executor) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryTransaction(pool, begin, work);
    } catch (error) {
      const repeat = error instanceof pg.DatabaseError && WORTH_REPEATING.has(error.code ?? '');
      if (!repeat || attempt === ATTEMPTS) throw error;
    }
  }
}

async function tryTransaction<Result>(
  pool: pg.Pool,
  begin: string,
  work: (tx: Executor) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // Between two statements nobody awaits the connection; unheard, its breaking would end the process.
  const remember = (error: Error) => {
    broken = error;
  };
  client.on('error', remember);
  try {
    await client.query(begin);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch(remember);
    throw error;
  } finally {
    client.off('error', remember);
    client.release(broken);
  }
}
