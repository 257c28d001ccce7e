import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { CLOSE_DEPS_WITHIN_MS, closeDeps, connectDeps } from './deps.ts';
import { createLogger } from './logger.ts';
import { ensureOperatorToken, operatorTokenFile } from './operator-token.ts';
import { requireDatabaseUrl } from './require-database-url.ts';
import { finishWithin, listen, runProgram } from './run.ts';

await runProgram(async () => {
  const config = readConfig();
  const logger = createLogger(config.logLevel);
  const deps = await connectDeps(config, requireDatabaseUrl(config), logger);
  const token = await ensureOperatorToken(deps);
  if (token !== undefined)
    process.stdout.write(`The operator's token, shown this once and kept in ${operatorTokenFile(config)}: ${token}\n`);
  const app = await buildApp(deps, logger);
  await listen(app, config.host, config.port);
  const { stopTimeoutMs } = config;
  return {
    stopTimeoutMs,
    stop: async () => {
      await app.close();
      await finishWithin(CLOSE_DEPS_WITHIN_MS, 'statements', closeDeps(deps));
    },
  };
});
