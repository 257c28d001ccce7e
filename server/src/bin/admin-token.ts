import { readConfig } from '../config/config.ts';
import { commandOf } from './command.ts';
import { closeDeps, connectDeps } from './deps.ts';
import { createLogger } from './logger.ts';
import { migrate } from './migrate-database.ts';
import { openDatabaseBeside } from './open-database.ts';
import { operatorTokenFile, renewOperatorToken } from './operator-token.ts';
import { runTask } from './run.ts';
import { readOptions } from './usage.ts';

/** `npm run admin-token`: for an operator whose token was lost or may have leaked. */
await runTask(async () => {
  const summary = "Creates a new operator's token, which replaces the one of the first start, and prints it.";
  readOptions({ command: commandOf('admin-token'), summary, options: {} });
  const config = readConfig(process.env, { LOG_LEVEL: 'warn' });
  const database = await openDatabaseBeside(config);
  try {
    await migrate(database.url);
    const deps = await connectDeps(config, database.url, createLogger(config.logLevel, 'admin-token'));
    const token = await renewOperatorToken(deps);
    await closeDeps(deps);
    process.stdout.write(
      `${token}\nThe previous token no longer works. The new one is stored in ${operatorTokenFile(config)}.\n`,
    );
    return 0;
  } finally {
    await database.close();
  }
});
