import { installQueues } from '../queue/install.ts';
import { withConnection } from '../store/database/connection.ts';
import { forgetForeignTransactions } from '../store/database/foreign-transactions.ts';
import { MIGRATION_LIMITS, migrateTables } from '../store/database/migrations.ts';
import { ensureEpoch } from '../store/event-epochs.ts';
import { JOB_KINDS } from '../worker/jobs.ts';

/** Brings the tables and queues of a database up to date; returns the names of the migrations that it applied. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const applied = await migrateTables(databaseUrl);
  await installQueues(databaseUrl, JOB_KINDS);
  await withConnection(databaseUrl, MIGRATION_LIMITS, async (client) => {
    await forgetForeignTransactions(client);
    await ensureEpoch(client);
  });
  return applied;
}
