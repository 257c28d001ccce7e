import type pg from 'pg';
import { silenceAfter } from './connection.ts';
import type { Executor, Pool } from './database.ts';

/** Runs `work` on a connection of the pool with another time limit than the pool's; not in a transaction. */
export async function withTimeLimit<Result>(
  pool: Pool,
  timeoutMs: number,
  work: (db: Executor) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken = false;
  const remember = () => {
    broken = true;
  };
  client.on('error', remember); // between two statements nobody awaits the connection
  try {
    await client.query({ text: `select set_config('statement_timeout', $1, false)`, values: [String(timeoutMs)] });
    return await work({
      query: <Row extends pg.QueryResultRow>(query: pg.QueryConfig) =>
        client.query<Row>({ ...query, ...silenceAfter(timeoutMs) }),
    });
  } finally {
    // A connection never returns to the pool with a limit that is not the pool's.
    await client.query({ text: 'reset statement_timeout' }).catch(remember);
    client.off('error', remember);
    client.release(broken);
  }
}
