import { readConfig } from '../config/config.ts';
import { commandOf } from './command.ts';
import { openDatabaseBeside } from './open-database.ts';
import { runTask } from './run.ts';
import { readOptions } from './usage.ts';
import { verifyDatabase } from './verify-database.ts';

/** Exits with 1 if anything differs. */
await runTask(async () => {
  const summary = 'Recomputes and compares all derived data of the bank. Exits with 1 if anything differs.';
  readOptions({ command: commandOf('verify'), summary, options: {} });
  const database = await openDatabaseBeside(readConfig());
  try {
    const wrong = await verifyDatabase(database.url, (line) => process.stdout.write(`${line}\n`));
    return wrong > 0 ? 1 : 0;
  } finally {
    await database.close();
  }
});
