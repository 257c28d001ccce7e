import { readConfig } from '../config/config.ts';
import { commandOf } from './command.ts';
import { reachDatabase } from './reach-database.ts';
import { runTask } from './run.ts';
import { readOptions } from './usage.ts';
import { verifyDatabase } from './verify-database.ts';

/** Exits with 1 if anything differs. */
await runTask(async () => {
  const summary =
    'Recomputes and compares all derived data of the database in DATABASE_URL. Exits with 1 if anything differs.';
  readOptions({ command: commandOf('verify'), summary, options: {} });
  const wrong = await verifyDatabase(await reachDatabase(readConfig()), (line) => process.stdout.write(`${line}\n`));
  return wrong > 0 ? 1 : 0;
});
