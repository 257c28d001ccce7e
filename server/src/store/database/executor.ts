import type pg from 'pg';

/** A statement, with a time limit of its own where the connection's does not fit. */
export interface Statement extends pg.QueryConfig {
  /** How long a result is awaited before the connection counts as dead, in milliseconds. */
  query_timeout?: number;
}

/** Where a statement runs: a pool, or the one connection of a transaction. Always a store function's first parameter. */
export interface Executor {
  query<Row extends pg.QueryResultRow>(query: Statement): Promise<pg.QueryResult<Row>>;
}
