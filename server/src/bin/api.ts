import cluster from 'node:cluster';
import type { FastifyBaseLogger } from 'fastify';
import { buildApp } from '../app.ts';
import { type Config, readConfig } from '../config/config.ts';
import { commandOf } from './command.ts';
import { CLOSE_DEPS_WITHIN_MS, closeDeps, connectDeps } from './deps.ts';
import { createLogger } from './logger.ts';
import { createFirstToken, describeOperatorToken, storeConfiguredToken } from './operator-token.ts';
import { Channel } from './processes/channel.ts';
import { countWithSiblings } from './processes/counts.ts';
import { metricsOfSiblings } from './processes/metrics.ts';
import { superviseChildren } from './processes/supervise.ts';
import { reachDatabase } from './reach-database.ts';
import { CLOSE_WITHIN_MS, finishWithin, leave, listen, type Program, runProgram, say } from './run.ts';
import { readOptions } from './usage.ts';
import { warmUp } from './warm-up.ts';

await runProgram(async (stopping) => {
  readOptions({ command: commandOf('api'), summary: 'Serves the API from the database in DATABASE_URL.', options: {} });
  const config = readConfig();
  const logger = createLogger(config.logLevel, 'api');
  const supervises = config.apiProcesses > 1 && cluster.isPrimary;
  return supervises ? supervise(config, logger, stopping) : serve(config, logger, stopping);
});

async function serve(config: Config, logger: FastifyBaseLogger, stopping: AbortSignal): Promise<Program> {
  const ownMetrics = async () => registry.getMetricsAsJSON(); // fails while there is none
  const first = cluster.isWorker ? new Channel(process, { ownMetrics }) : undefined;
  const siblings = first && countWithSiblings(first);
  const deps = await connectDeps(config, await reachDatabase(config, stopping), logger, 'api', siblings);
  const { registry } = deps.metrics;
  await storeConfiguredToken(deps);
  const shown = first === undefined ? registry : metricsOfSiblings(first, registry);
  const app = await buildApp({ ...deps, metrics: { ...deps.metrics, shown } }, logger);
  await warmUp(app);
  const address = await listen(app, config.host, config.port);
  const token = await createFirstToken(deps);
  if (token !== undefined) say(describeOperatorToken(config, token));
  logger.info({ address }, 'the API is ready');
  return {
    stopTimeoutMs: config.stopDelayMs + config.stopTimeoutMs,
    stop: async () => {
      await leave(app, config.stopDelayMs);
      await app.close();
      await finishWithin(CLOSE_DEPS_WITHIN_MS, 'statements', closeDeps(deps));
    },
  };
}

async function supervise(config: Config, logger: FastifyBaseLogger, stopping: AbortSignal): Promise<Program> {
  const children = await superviseChildren(config.apiProcesses, logger, stopping);
  logger.info({ processes: config.apiProcesses }, 'all API processes are ready');
  const stopTimeoutMs = config.stopDelayMs + config.stopTimeoutMs;
  return { stopTimeoutMs, stop: () => children.ended(stopTimeoutMs + CLOSE_WITHIN_MS) };
}
