import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { connectDeps } from './deps.ts';
import { createLogger } from './logger.ts';
import { requireDatabaseUrl } from './require-database-url.ts';
import { listen, runProgram } from './run.ts';

await runProgram(async () => {
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  const deps = await connectDeps(config, requireDatabaseUrl(config), logger);
  const app = await buildApp(deps, logger);
  await listen(app, config.host, config.port);
  return async () => {
    await app.close();
    await deps.db.close();
  };
});
