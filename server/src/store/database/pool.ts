import pg from 'pg';
import { AppError } from '../../errors.ts';
import { type ConnectionLimits, connectionOptions, limitSession } from './connection.ts';

/** Additional callers could not be served within the three seconds that each may wait. */
const MAX_WAITING = 1000;

/** A pool that rejects callers whom it cannot serve in time. */
class BoundedPool extends pg.Pool {
  // Both signatures: pg's own `query` calls it with a callback.
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (this.waitingCount < MAX_WAITING) {
      return callback === undefined ? super.connect() : super.connect(callback);
    }
    const error = new AppError('overloaded', { headers: { 'retry-after': '1' } });
    if (callback === undefined) return Promise.reject(error);
    callback(error, undefined, () => {});
  }
}

type ConnectCallback = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void;

export function createPool(
  url: string,
  max: number,
  limits: ConnectionLimits,
  onIdleError: (error: Error) => void,
): pg.Pool {
  // The pool awaits this function, although its type does not say so.
  const onConnect: (client: pg.ClientBase) => unknown = (client) => limitSession(client, limits.statementTimeoutMs);
  const pool = new BoundedPool({
    ...connectionOptions(url, limits),
    max,
    onConnect,
  });
  // An idle connection that breaks is replaced on the next use. Without a listener its error would end the process.
  pool.on('error', onIdleError);
  return pool;
}
