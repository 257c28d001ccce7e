import { constants, setPriority } from 'node:os';
import { readConfig } from '../config/config.ts';
import { buildProbes } from '../probes.ts';
import { startWorker } from '../worker/index.ts';
import { commandOf } from './command.ts';
import { CLOSE_DEPS_WITHIN_MS, closeDeps, connectDeps } from './deps.ts';
import { createLogger } from './logger.ts';
import { reachDatabase } from './reach-database.ts';
import { finishWithin, listen, runProgram } from './run.ts';
import { readOptions } from './usage.ts';

await runProgram(async (stopping) => {
  const summary = 'Runs analyses and other background work on the database in DATABASE_URL.';
  readOptions({ command: commandOf('worker'), summary, options: {} });
  // Requests take precedence, even on a machine that runs everything.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const config = readConfig();
  const logger = createLogger(config.logLevel, 'worker');
  const deps = await connectDeps(config, await reachDatabase(config, stopping), logger, 'worker');
  const worker = await startWorker(deps, logger);
  const probes = await buildProbes(deps, logger);
  const address = await listen(probes, config.host, config.workerPort, 'WORKER_PORT');
  logger.info({ address }, 'the worker is ready');
  const { stopTimeoutMs } = config;
  return {
    stopTimeoutMs,
    stop: async () => {
      probes.announceStop();
      await finishWithin(stopTimeoutMs, 'background work', worker.stop());
      await probes.close();
      await finishWithin(CLOSE_DEPS_WITHIN_MS, 'statements', closeDeps(deps));
    },
  };
});
