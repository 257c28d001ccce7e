import { readConfig } from '../config.ts';
import { closeDeps, connectDeps } from './deps.ts';
import { createLogger } from './logger.ts';
import { migrate } from './migrate-database.ts';
import { openDatabase } from './open-database.ts';
import { operatorTokenFile, renewOperatorToken } from './operator-token.ts';
import { runTask } from './run.ts';

/** `npm run admin-token`: for whoever lost the operator's credential, or fears that somebody else has it. */
await runTask(async () => {
  const config = readConfig(process.env, { LOG_LEVEL: 'warn' });
  const database = await openDatabase(config);
  try {
    await migrate(database.url);
    const deps = await connectDeps(config, database.url, createLogger(config.logLevel));
    const token = await renewOperatorToken(deps);
    await closeDeps(deps);
    process.stdout.write(`${token}\nThe one before is worth nothing now. Kept in ${operatorTokenFile(config)}.\n`);
    return 0;
  } finally {
    await database.close();
  }
});
