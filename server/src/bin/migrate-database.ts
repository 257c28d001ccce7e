import { installQueues } from '../queue/install.ts';
import { withConnection } from '../store/connection.ts';
import { forgetForeignTransactions } from '../store/foreign-transactions.ts';
import { MIGRATION_LIMITS, migrateTables } from '../store/migrations.ts';

/** Brings the tables and the queues of a database to what this version needs; gives back the names of new migrations. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const applied = await migrateTables(databaseUrl);
  await installQueues(databaseUrl);
  await withConnection(databaseUrl, MIGRATION_LIMITS, forgetForeignTransactions);
  return applied;
}
