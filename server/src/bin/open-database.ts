import type { Config } from '../config/config.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { lockDirectory } from './instance-lock.ts';
import { waitForDatabase } from './reach-database.ts';

/** The database in DATABASE_URL, or one of our own, which is started now and used by this process alone. */
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

/** The same for a task that may run beside a service: if the service has our own database open, the task shares it. */
export async function openDatabaseBeside(config: Config): Promise<{ url: string; close(): Promise<void> }> {
  const running = config.databaseUrl === undefined ? await findEmbeddedPostgres(config.dataDir) : undefined;
  return running === undefined ? openDatabase(config) : { url: running, close: async () => {} };
}
