import { readConfig } from '../config/config.ts';
import { newAdministratorLink } from '../operations/people/administrator-link.ts';
import { commandOf } from './command.ts';
import { closeDeps, connectDeps } from './deps.ts';
import { createLogger } from './logger.ts';
import { migrate } from './migrate-database.ts';
import { openDatabaseBeside } from './open-database.ts';
import { runTask } from './run.ts';
import { readOptions } from './usage.ts';

/** `npm run admin-link`: for the first sign-in, and for an administrator who has no other way to sign in. */
await runTask(async () => {
  const summary = 'Prints a link to sign in as the first administrator, who is created if necessary. It works once.';
  readOptions({ command: commandOf('admin-link'), summary, options: {} });
  const config = readConfig(process.env, { LOG_LEVEL: 'warn' });
  const database = await openDatabaseBeside(config);
  try {
    await migrate(database.url);
    const deps = await connectDeps(config, database.url, createLogger(config.logLevel, 'admin-link'));
    const origin = config.publicUrl ?? `http://${config.host}:${config.port}`;
    const link = await newAdministratorLink(deps, origin, 'admin-link');
    await closeDeps(deps);
    process.stdout.write(`${link}\nThe previous link no longer works.\n`);
    return 0;
  } finally {
    await database.close();
  }
});
