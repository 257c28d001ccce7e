import type pg from 'pg';

/** Where a statement runs: a pool, or the one connection of a transaction. Always a store function's first parameter. */
export interface Executor {
  query<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Row>>;
}
