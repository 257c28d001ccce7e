import pg from 'pg';
import { type Executor, inTransaction } from './database.ts';

/**
 * Runs statements that may read much of the bank, one after the other on one connection, with a time limit for all of
 * them together. A statement that reaches it fails as any other that takes too long (SQLSTATE 57014).
 */
export async function inScan<Result>(
  db: Executor,
  limitMs: number,
  work: (db: Executor) => Promise<Result>,
): Promise<Result> {
  // A replica with the primary behind it gives no connection of its own: there the limit of every read holds.
  if (!(db instanceof pg.Pool)) return work(db);
  const end = performance.now() + limitMs;
  return inTransaction(db, (tx) =>
    work({
      query: async <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => {
        const leftMs = Math.max(1, Math.ceil(end - performance.now()));
        await tx.query({ text: `set local statement_timeout = ${leftMs}` });
        return tx.query<Row>(query);
      },
    }),
  );
}
