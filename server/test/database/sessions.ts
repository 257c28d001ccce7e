import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll } from 'vitest';

export interface Sessions {
  /** The number of connections to the database with that name. */
  count(applicationName: string): Promise<number>;
  /** Ends all connections with that name as a crash of their backends would; returns their number. */
  terminate(applicationName: string): Promise<number>;
  /** Holds an exclusive lock on a table until the given function is called. */
  lock(table: string): Promise<() => Promise<void>>;
}

/** The connections to a database as PostgreSQL reports them, queried on a separate one. */
export async function watchSessions(databaseUrl: string): Promise<Sessions> {
  const clients: pg.Client[] = [];
  const connect = async () => {
    const opened = new pg.Client({ connectionString: databaseUrl, application_name: 'test' });
    opened.on('error', () => {}); // its database is dropped at the end
    clients.push(opened);
    return opened.connect().then(() => opened);
  };
  const client = await connect();
  afterAll(async () => {
    for (const opened of clients) await opened.end();
  });
  const named = `from pg_stat_activity where datname = current_database() and application_name = $1`;
  return {
    count: async (name) => {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int ${named}`, [name]);
      return rows[0]?.count ?? 0;
    },
    terminate: async (name) => {
      const { rowCount } = await client.query(`select pg_terminate_backend(pid) ${named}`, [name]);
      return rowCount ?? 0;
    },
    lock: async (table) => {
      const holder = await connect();
      await holder.query(`begin; lock table ${table} in access exclusive mode`);
      return async () => {
        await holder.query('rollback');
      };
    },
  };
}

/** Repeats until the condition is true; the test's own time limit ends it. */
export async function eventually(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await wait(20);
}
