import { readConfig } from '../config.ts';
import { startWorker } from '../worker/index.ts';
import { closeDeps, connectDeps } from './deps.ts';
import { createLogger } from './logger.ts';
import { requireDatabaseUrl } from './require-database-url.ts';
import { runProgram } from './run.ts';

await runProgram(async () => {
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  const deps = await connectDeps(config, requireDatabaseUrl(config), logger);
  const worker = await startWorker(deps, logger);
  return async () => {
    await worker.stop();
    await closeDeps(deps);
  };
});
