import { buildApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { CLOSE_DEPS_WITHIN_MS, closeDeps, connectDeps } from './deps.ts';
import { createLogger } from './logger.ts';
import { ensureOperatorToken, tellOperatorToken } from './operator-token.ts';
import { reachDatabase } from './reach-database.ts';
import { finishWithin, leave, listen, runProgram } from './run.ts';
import { readOptions } from './usage.ts';
import { warmUp } from './warm-up.ts';

await runProgram(async (stopping) => {
  readOptions({ command: 'npm run api', summary: 'Serves the API from the database in DATABASE_URL.', options: {} });
  const config = readConfig();
  const logger = createLogger(config.logLevel, 'api');
  const deps = await connectDeps(config, await reachDatabase(config, stopping), logger, 'api');
  const token = await ensureOperatorToken(deps);
  if (token !== undefined) process.stderr.write(tellOperatorToken(config, token));
  const app = await buildApp(deps, logger);
  await warmUp(app);
  const address = await listen(app, config.host, config.port);
  logger.info({ address }, 'the API is ready');
  const { stopTimeoutMs } = config;
  return {
    stopTimeoutMs,
    stop: async () => {
      await leave(app, config.stopDelayMs);
      await app.close();
      await finishWithin(CLOSE_DEPS_WITHIN_MS, 'statements', closeDeps(deps));
    },
  };
});
