import { readConfig } from '../config.ts';
import { migrate } from './migrate-database.ts';
import { requireDatabaseUrl } from './require-database-url.ts';
import { runTask } from './run.ts';

await runTask(async () => {
  const applied = await migrate(requireDatabaseUrl(readConfig()));
  process.stdout.write(applied.length === 0 ? 'The schema is current.\n' : `Applied ${applied.join(', ')}.\n`);
  return 0;
});
