import { readConfig } from '../config/config.ts';
import { commandOf } from './command.ts';
import { migrate } from './migrate-database.ts';
import { reachDatabase } from './reach-database.ts';
import { runTask } from './run.ts';
import { readOptions } from './usage.ts';

await runTask(async () => {
  const summary = 'Brings the database in DATABASE_URL to the schema of this version.';
  readOptions({ command: commandOf('migrate'), summary, options: {} });
  const applied = await migrate(await reachDatabase(readConfig()));
  process.stdout.write(applied.length === 0 ? 'The schema is current.\n' : `Applied ${applied.join(', ')}.\n`);
  return 0;
});
