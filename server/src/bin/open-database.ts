import { type Config, ConfigError } from '../config/config.ts';
import { findEmbeddedPostgres, hasCluster, startEmbeddedPostgres } from './embedded-postgres.ts';
import { lockDirectory } from './instance-lock.ts';
import type { Server } from './keep-running.ts';
import { waitForDatabase } from './reach-database.ts';

interface OpenDatabase {
  url: string;
  /** The server, if it is embedded. */
  server?: Server;
  close(): Promise<void>;
}

/** The database in DATABASE_URL, or an embedded one, which is started now and used by this process alone. */
export async function openDatabase(config: Config, stopping?: AbortSignal): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) {
    await waitForDatabase(config.databaseUrl, config.databaseWaitMs, stopping);
    return { url: config.databaseUrl, close: async () => {} };
  }
  const unlock = lockDirectory(config.dataDir);
  try {
    const postgres = await startEmbeddedPostgres(config.dataDir);
    return {
      url: postgres.url,
      server: postgres,
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

/**
 * The same for a task on an existing bank, which may run while a service does: if the service has started the embedded
 * database, the task shares it.
 */
export async function openDatabaseBeside(config: Config): Promise<OpenDatabase> {
  if (config.databaseUrl !== undefined) return openDatabase(config);
  if (!hasCluster(config.dataDir))
    throw new ConfigError([`DATABASE_URL is required here, because there is no bank in DATA_DIR (${config.dataDir})`]);
  const running = await findEmbeddedPostgres(config.dataDir);
  return running === undefined ? openDatabase(config) : { url: running, close: async () => {} };
}
