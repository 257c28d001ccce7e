import pg from 'pg';
import { instantly, isSilence } from './connection.ts';
import type { Executor } from './executor.ts';
import { Pipeline } from './pipeline.ts';
import { createPool } from './pool.ts';
import { type Lists, Replica, type ReplicaState } from './replica.ts';
import { sendStatement } from './send-statement.ts';

export type { Executor } from './executor.ts';
export type Pool = pg.Pool;

interface DatabaseOptions {
  url: string;
  replicaUrl?: string | undefined;
  /** A replica that lags more than this is not read. */
  replicaMaxLagMs?: number;
  poolSize: number;
  readTimeoutMs: number;
  writeTimeoutMs: number;
}

/**
 * Has two pools, because PostgreSQL's time limit belongs to the connection, and pipelines for the most frequent reads.
 */
export interface Database {
  /** For callers that need a separate connection. */
  url: string;
  /** For the few named statements that nearly every request runs. */
  hot: Executor;
  /** Only for token look-ups. On a shared pipeline, a total over 3 M deltas made every look-up take 2 s. */
  access: Executor;
  reads: pg.Pool;
  writes: pg.Pool;
  /** For lists, searches and counts, which may be slightly stale. Uses a replica if one is usable. */
  lists: Lists;
  replica: Replica | undefined;
  close(): Promise<void>;
}

/** The index finds a token within a millisecond. A slower look-up is waiting for a lock or a dead server. */
const ACCESS_TIMEOUT_MS = 2000;
const REPLICA_MAX_LAG_MS = 5000;

export function connectDatabase(
  options: DatabaseOptions,
  onIdleError: (error: Error) => void,
  onReplicaChange: (state: ReplicaState) => void = () => {},
): Database {
  const { url, replicaUrl, replicaMaxLagMs = REPLICA_MAX_LAG_MS, poolSize, readTimeoutMs, writeTimeoutMs } = options;
  const line = (applicationName: string, statementTimeoutMs: number) =>
    new Pipeline(url, { applicationName, statementTimeoutMs }, onIdleError);
  const pool = (statementTimeoutMs: number) =>
    createPool(url, poolSize, { applicationName: 'quaestor', statementTimeoutMs }, onIdleError);
  const hot = line('quaestor pipeline', readTimeoutMs);
  const access = line('quaestor access', Math.min(readTimeoutMs, ACCESS_TIMEOUT_MS));
  const [reads, writes] = [pool(readTimeoutMs), pool(writeTimeoutMs)];
  const replica =
    replicaUrl === undefined
      ? undefined
      : new Replica(
          { url: replicaUrl, poolSize, readTimeoutMs, maxLagMs: replicaMaxLagMs },
          { hot, pool: reads, access },
          { onIdleError, onChange: onReplicaChange },
        );
  return {
    url,
    hot,
    access,
    reads,
    writes,
    lists: replica?.lists ?? { hot, pool: reads, scanned: () => reads },
    replica,
    close: async () => {
      await replica?.close(); // it uses the primary too
      await Promise.all([hot.end(), access.end(), reads.end(), writes.end()]);
    },
  };
}

/** One connection for a thread that reads the bank in large pieces. */
export function connectReader(url: string, statementTimeoutMs: number): pg.Pool {
  const limits = { applicationName: 'quaestor analysis', statementTimeoutMs };
  return createPool(url, 1, limits, () => {}); // a broken connection is replaced, and the statement on it fails by itself
}

const ATTEMPTS = 3;

/**
 * Runs `work` in a transaction: committed when it returns, rolled back when it throws. PostgreSQL resolves a deadlock
 * by ending one transaction; that one is repeated and then sees what the others wrote.
 */
export async function inTransaction<Result>(pool: pg.Pool, work: (tx: Executor) => Promise<Result>): Promise<Result> {
  return attemptTransaction(pool, 'begin', work);
}

/** Like `inTransaction`, with one view of the database from the first statement to the last. */
export async function inSnapshot<Result>(pool: pg.Pool, work: (tx: Executor) => Promise<Result>): Promise<Result> {
  return attemptTransaction(pool, 'begin isolation level repeatable read', work);
}

/** Deadlock, and a row that changed under a transaction with one view. */
const RETRYABLE_SQLSTATES = new Set(['40P01', '40001']);

async function attemptTransaction<Result>(
  pool: pg.Pool,
  begin: string,
  work: (tx: Executor) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryTransaction(pool, begin, work);
    } catch (error) {
      const repeat = error instanceof pg.DatabaseError && RETRYABLE_SQLSTATES.has(error.code ?? '');
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
  // Between two statements nobody awaits the connection. Without a listener its error would end the process.
  const remember = (error: Error) => {
    broken = error;
  };
  client.on('error', remember);
  try {
    await client.query({ text: begin, ...instantly });
    const result = await work({ query: (statement) => sendStatement(client, statement) });
    await client.query('commit');
    return result;
  } catch (error) {
    // The server does not respond: a rollback would wait as long again. PostgreSQL rolls back when the connection is
    // gone.
    if (isSilence(error)) broken = error;
    else await client.query({ text: 'rollback', ...instantly }).catch(remember);
    throw error;
  } finally {
    client.off('error', remember);
    client.release(broken);
  }
}
