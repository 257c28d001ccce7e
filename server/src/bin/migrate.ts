import { readConfig } from '../config/config.ts';
import { withConnection } from '../store/database/connection.ts';
import { planMigrations } from '../store/database/migration-plan.ts';
import { commandOf } from './command.ts';
import { migrate } from './migrate-database.ts';
import { openDatabaseBeside } from './open-database.ts';
import { runTask } from './run.ts';
import { readOptions } from './usage.ts';

const PLAN_LIMITS = { applicationName: 'quaestor migrate', statementTimeoutMs: 30_000 };

await runTask(async () => {
  const { plan } = readOptions({
    command: commandOf('migrate'),
    summary: 'Migrates the database to the schema of this version.',
    options: { plan: 'Print what would be done and locked, without changing anything.' },
  });
  const database = await openDatabaseBeside(readConfig());
  try {
    const lines = plan ? await planFor(database.url) : [describeApplied(await migrate(database.url))];
    process.stdout.write(`${lines.join('\n')}\n`);
    return 0;
  } finally {
    await database.close();
  }
});

function planFor(url: string): Promise<string[]> {
  return withConnection(url, PLAN_LIMITS, async (client) => {
    await client.query('set default_transaction_read_only = on');
    const lines = await planMigrations(client);
    return lines.length === 1 ? lines : [...lines, `To apply: ${commandOf('migrate')}`];
  });
}

function describeApplied(names: readonly string[]): string {
  return names.length === 0 ? 'The schema is current.' : `Applied ${names.join(', ')}.`;
}
