import { readConfig } from '../config/config.ts';
import { commandOf } from './command.ts';
import { reachDatabase } from './reach-database.ts';
import { runTask } from './run.ts';
import { readOptions } from './usage.ts';
import { verifyDatabase } from './verify-database.ts';

/** Exits 1 when anything differs. */
await runTask(async () => {
  const summary =
    'Computes everything derived in the database in DATABASE_URL again and compares. Exits with 1 if anything differs.';
  readOptions({ command: commandOf('verify'), summary, options: {} });
  const wrong = await verifyDatabase(await reachDatabase(readConfig()), (line) => process.stdout.write(`${line}\n`));
  return wrong > 0 ? 1 : 0;
});
