import { readConfig } from '../config/config.ts';
import { withConnection } from '../store/database/connection.ts';
import { planMigrations } from '../store/database/migration-plan.ts';
import { commandOf } from './command.ts';
import { migrate } from './migrate-database.ts';
import { reachDatabase } from './reach-database.ts';
import { runTask } from './run.ts';
import { readOptions } from './usage.ts';

const PLAN_LIMITS = { applicationName: 'quaestor migrate', statementTimeoutMs: 30_000 };

await runTask(async () => {
  const { plan } = readOptions({
    command: commandOf('migrate'),
    summary: 'Migrates the database in DATABASE_URL to the schema of this version.',
    options: { plan: 'Print what would be done and locked, without changing anything.' },
  });
  const url = await reachDatabase(readConfig());
  if (plan) {
    const lines = await withConnection(url, PLAN_LIMITS, async (client) => {
      await client.query('set default_transaction_read_only = on');
      return planMigrations(client);
    });
    process.stdout.write(`${lines.join('\n')}\n`);
    return 0;
  }
  const applied = await migrate(url);
  process.stdout.write(applied.length === 0 ? 'The schema is current.\n' : `Applied ${applied.join(', ')}.\n`);
  return 0;
});
