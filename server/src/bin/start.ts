import { buildApp } from '../app.ts';
import { type Config, readConfig } from '../config/config.ts';
import { newAdministratorLink } from '../operations/people/administrator-link.ts';
import { startWorker } from '../worker/index.ts';
import { byCommandLine, commandOf } from './command.ts';
import { loadDemoBank } from './demo.ts';
import { CLOSE_DEPS_WITHIN_MS, closeDeps, connectDeps } from './deps.ts';
import { keepRunning } from './keep-running.ts';
import { createLogger } from './logger.ts';
import { migrate } from './migrate-database.ts';
import { openDatabase } from './open-database.ts';
import { createFirstToken, operatorTokenFile, storeConfiguredToken } from './operator-token.ts';
import { finishWithin, leave, listen, runProgram } from './run.ts';
import { readOptions } from './usage.ts';
import { warmUp } from './warm-up.ts';

/** `npm start`: everything in one process, with its own database unless DATABASE_URL is set. */
await runProgram(async (stopping) => {
  const startedAt = performance.now();
  const { demo } = readOptions({
    command: commandOf('start'),
    summary: 'Runs everything in one process, with its own PostgreSQL unless DATABASE_URL is set.',
    options: { demo: 'Load the demo questions.' },
  });
  const config = readConfig(process.env, { LOG_LEVEL: 'warn' });
  const logger = createLogger(config.logLevel, 'start');
  const database = await openDatabase(config, stopping);
  const stopWatching = database.server && keepRunning(database.server, logger);
  const close = async () => {
    await stopWatching?.();
    await database.close();
  };
  try {
    await migrate(database.url);
    const deps = await connectDeps(config, database.url, logger, 'start');
    const app = await buildApp(deps, logger);
    await storeConfiguredToken(deps);
    const worker = await startWorker(deps, logger); // before anybody can connect: it blocks the event loop while starting
    await warmUp(app);
    const origin = await listen(app, config.host, config.port);
    const token = await createFirstToken(deps);
    const loaded = demo ? await loadDemoBank(app, deps) : undefined;
    // Only the person who started the program sees a terminal; any other output may be a log that many people read.
    const link = process.stdout.isTTY
      ? await newAdministratorLink(deps, config.publicUrl ?? origin, 'start')
      : undefined;
    const seconds = (performance.now() - startedAt) / 1000;
    process.stdout.write(banner(origin, config, { token, loaded, link, seconds }));
    const { stopDelayMs, stopTimeoutMs } = config;
    return {
      stopTimeoutMs: stopDelayMs + stopTimeoutMs,
      stop: async () => {
        await leave(app, stopDelayMs);
        await Promise.all([app.close(), finishWithin(stopTimeoutMs, 'background work', worker.stop())]);
        await finishWithin(CLOSE_DEPS_WITHIN_MS, 'statements', closeDeps(deps));
        await close();
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
});

interface FirstMinute {
  /** The operator's token, on the start that created it. */
  token: string | undefined;
  loaded: number | undefined;
  /** A link to sign in as the first administrator; only on a terminal. */
  link: string | undefined;
  seconds: number;
}

function banner(origin: string, config: Config, { token, loaded, link, seconds }: FirstMinute): string {
  const where = config.databaseUrl === undefined ? `PostgreSQL 18 in ${config.dataDir}` : 'DATABASE_URL';
  const bank = loaded === undefined ? '' : `  Bank      ${loaded} demo questions\n`;
  const file = operatorTokenFile(config);
  const shown =
    token === undefined
      ? ''
      : `  Token     ${process.stdout.isTTY ? `${token}\n            shown only once,  ` : ''}stored in ${file}\n`;
  const signIn =
    link === undefined
      ? `  Sign in   ${commandOf('admin-link')} prints a link\n`
      : `  Sign in   ${link}\n            works once, for a day; ${commandOf('admin-link')} creates another\n`;
  const given = config.bootstrapToken === undefined ? `$(cat ${file})` : '$BOOTSTRAP_TOKEN';
  return `
  Quaestor is running                         ${seconds.toFixed(1)} s
${config.console ? `  Console   ${origin}/\n` : ''}  API       ${origin}/questions
  Docs      ${origin}/docs
  Data      ${where}
${bank}${shown}${signIn}
${byCommandLine ? '  Next      quaestor question list            in another terminal\n' : ''}  Try       curl -s '${origin}/questions?category=Science&limit=3' -H "Authorization: Bearer ${given}"
  Stop      Ctrl+C
`;
}
