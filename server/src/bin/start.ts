import { buildApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { migrate } from '../store/migrations.ts';
import { startWorker } from '../worker/index.ts';
import { loadDemoBank } from './demo.ts';
import { connectDeps } from './deps.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { lockDirectory } from './instance-lock.ts';
import { createLogger } from './logger.ts';
import { listen, runProgram, StartError } from './run.ts';

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
    const origin = await listen(app, config.host, config.port);
    const worker = startWorker(deps, logger);
    const loaded = demo ? await loadDemoBank(app) : undefined;
    process.stdout.write(banner(origin, config, loaded, performance.now() - startedAt));
    return async () => {
      await app.close();
      await worker.stop();
      await deps.db.close();
      await database.close();
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

async function openDatabase(config: Config): Promise<{ url: string; close(): Promise<void> }> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, close: async () => {} };
  const unlock = lockDirectory(config.dataDir);
  try {
    const postgres = await startEmbeddedPostgres(config.dataDir);
    return {
      url: postgres.url,
      close: async () => {
        await postgres.stop();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

function banner(origin: string, config: Config, loaded: number | undefined, milliseconds: number): string {
  const where = config.databaseUrl === undefined ? `PostgreSQL 18 in ${config.dataDir}` : 'DATABASE_URL';
  const bank = loaded === undefined ? '' : `  Bank      ${loaded} demo questions\n`;
  return `
  Quaestor is running                         ${(milliseconds / 1000).toFixed(1)} s
  API       ${origin}/questions
  Docs      ${origin}/docs
  Metrics   ${origin}/metrics
  Data      ${where}
${bank}
  Try       curl -s '${origin}/questions?category=Science&limit=3'
  Stop      Ctrl+C
`;
}
