import pg from 'pg';
import { installQueues } from '../queue/install.ts';
import { forgetForeignTransactions } from '../store/foreign-transactions.ts';
import { migrateTables } from '../store/migrations.ts';

/** Brings the tables and the queues of a database to what this version needs; gives back the names of new migrations. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const applied = await migrateTables(databaseUrl);
  await installQueues(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'quaestor migrate' });
  await client.connect();
  try {
    await forgetForeignTransactions(client);
  } finally {
    await client.end();
  }
  return applied;
}
