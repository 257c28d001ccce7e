import { readConfig } from '../config.ts';
import { startWorker } from '../worker/index.ts';
import { CLOSE_DEPS_WITHIN_MS, closeDeps, connectDeps } from './deps.ts';
import { createLogger } from './logger.ts';
import { requireDatabaseUrl } from './require-database-url.ts';
import { finishWithin, runProgram } from './run.ts';

await runProgram(async () => {
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  const deps = await connectDeps(config, requireDatabaseUrl(config), logger);
  const worker = await startWorker(deps, logger);
  const { stopTimeoutMs } = config;
  return {
    stopTimeoutMs,
    stop: async () => {
      await finishWithin(stopTimeoutMs, 'background work', worker.stop());
      await finishWithin(CLOSE_DEPS_WITHIN_MS, 'statements', closeDeps(deps));
    },
  };
});
