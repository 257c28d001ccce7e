import type pg from 'pg';
import { type Executor, inTransaction } from './database.ts';

/**
 * Memory for 600,000 counts and for exact bitmaps of a search (lossy ones make PostgreSQL parse every text of a page);
 * one processor; and no compilation, which costs more than it saves (0.1 s and more).
 */
const SETTINGS = `set local work_mem = '32MB'; set local max_parallel_workers_per_gather = 0; set local jit = off`;

/**
 * Runs statements that may read much of the bank, one after the other on one connection, with a time limit for all of
 * them together. A statement that reaches it fails like any other that takes too long (SQLSTATE 57014).
 */
export async function inScan<Result>(
  pool: pg.Pool,
  limitMs: number,
  work: (db: Executor) => Promise<Result>,
): Promise<Result> {
  const end = performance.now() + limitMs;
  return inTransaction(pool, async (tx) => {
    await tx.query({ text: SETTINGS });
    return work({
      query: async <Row extends pg.QueryResultRow>(query: pg.QueryConfig) => {
        const leftMs = Math.max(1, Math.ceil(end - performance.now()));
        await tx.query({ text: `set local statement_timeout = ${leftMs}` });
        return tx.query<Row>(query);
      },
    });
  });
}
