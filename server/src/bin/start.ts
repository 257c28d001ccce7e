import { buildApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { startWorker } from '../worker/index.ts';
import { loadDemoBank } from './demo.ts';
import { CLOSE_DEPS_WITHIN_MS, closeDeps, connectDeps } from './deps.ts';
import { createLogger } from './logger.ts';
import { migrate } from './migrate-database.ts';
import { openDatabase } from './open-database.ts';
import { ensureOperatorToken, operatorTokenFile } from './operator-token.ts';
import { finishWithin, listen, runProgram, StartError } from './run.ts';

/** `npm start`: everything in one process, with a database of its own unless DATABASE_URL names one. */
await runProgram(async () => {
  const startedAt = performance.now();
  const demo = readArguments(process.argv.slice(2));
  const config = readConfig(process.env, { LOG_LEVEL: 'warn' });
  const logger = createLogger(config.logLevel);
  const database = await openDatabase(config);
  try {
    await migrate(database.url);
    const deps = await connectDeps(config, database.url, logger);
    const app = await buildApp(deps, logger);
    const token = await ensureOperatorToken(deps); // before anybody can ask: a right token would be refused
    const origin = await listen(app, config.host, config.port);
    const worker = await startWorker(deps, logger);
    const loaded = demo ? await loadDemoBank(app, deps) : undefined;
    const seconds = (performance.now() - startedAt) / 1000;
    process.stdout.write(banner(origin, config, { token, loaded, seconds }));
    const { stopTimeoutMs } = config;
    return {
      stopTimeoutMs,
      stop: async () => {
        await Promise.all([app.close(), finishWithin(stopTimeoutMs, 'background work', worker.stop())]);
        await finishWithin(CLOSE_DEPS_WITHIN_MS, 'statements', closeDeps(deps));
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
});

function readArguments(args: readonly string[]): boolean {
  const unknown = args.find((argument) => argument !== '--demo');
  if (unknown !== undefined) throw new StartError(`npm start knows --demo and nothing else, not "${unknown}".`);
  return args.includes('--demo');
}

interface FirstMinute {
  /** The operator's credential, on the start that made it. */
  token: string | undefined;
  loaded: number | undefined;
  seconds: number;
}

function banner(origin: string, config: Config, { token, loaded, seconds }: FirstMinute): string {
  const where = config.databaseUrl === undefined ? `PostgreSQL 18 in ${config.dataDir}` : 'DATABASE_URL';
  const bank = loaded === undefined ? '' : `  Bank      ${loaded} demo questions\n`;
  const file = operatorTokenFile(config);
  const shown = token === undefined ? '' : `  Token     ${token}\n            shown this once, kept in ${file}\n`;
  const given = config.bootstrapToken === undefined ? `$(cat ${file})` : '$BOOTSTRAP_TOKEN';
  return `
  Quaestor is running                         ${seconds.toFixed(1)} s
  API       ${origin}/questions
  Docs      ${origin}/docs
  Data      ${where}
${bank}${shown}
  Try       curl -s '${origin}/questions?category=Science&limit=3' -H "Authorization: Bearer ${given}"
  Stop      Ctrl+C
`;
}
