import type { Config } from '../config/config.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { lockDirectory } from './instance-lock.ts';
import { waitForDatabase } from './reach-database.ts';

/** The database that DATABASE_URL names, or one of our own, started now and held by this process alone. */
export async function openDatabase(
  config: Config,
  stopping?: AbortSignal,
): Promise<{ url: string; close(): Promise<void> }> {
  if (config.databaseUrl !== undefined) {
    await waitForDatabase(config.databaseUrl, config.databaseWaitMs, stopping);
    return { url: config.databaseUrl, close: async () => {} };
  }
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

/** The same for a task that may run beside a service: a database of our own that it has open is used as it is. */
export async function openDatabaseBeside(config: Config): Promise<{ url: string; close(): Promise<void> }> {
  const running = config.databaseUrl === undefined ? await findEmbeddedPostgres(config.dataDir) : undefined;
  return running === undefined ? openDatabase(config) : { url: running, close: async () => {} };
}
