import type pg from 'pg';
import type { Statement } from './executor.ts';

/**
 * Sends a statement by callback: behind the promises that the driver makes itself, statements and results stay until the
 * next full collection of garbage (8.3 KB of a list moved to old space, and 0.5 do now).
 */
export async function sendStatement<Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  statement: Statement,
): Promise<pg.QueryResult<Row>> {
  try {
    return await new Promise((resolve, reject) => {
      client.query<Row>(statement, (error: Error | null, result) => (error ? reject(error) : resolve(result)));
    });
  } catch (error) {
    if (error instanceof Error) Error.captureStackTrace(error); // that leads to whoever sent it, not to the socket
    throw error;
  }
}
