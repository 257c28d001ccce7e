import type pg from 'pg';

/** A statement, with its own time limit where the connection's does not fit. */
export interface Statement extends pg.QueryConfig {
  /** How long to wait for a result before the connection counts as dead, in milliseconds. */
  query_timeout?: number;
}

/**
 * Where a statement runs: a pool, or the one connection of a transaction. It is the first parameter of every store
 * function.
 */
export interface Executor {
  query<Row extends pg.QueryResultRow>(query: Statement): Promise<pg.QueryResult<Row>>;
}
