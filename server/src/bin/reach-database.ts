import { setTimeout as wait } from 'node:timers/promises';
import { type Config, ConfigError } from '../config/config.ts';
import { withConnection } from '../store/database/connection.ts';
import { databaseErrorCode, translateDatabaseError } from '../store/database/database-errors.ts';
import { StartError, say } from './run.ts';

const TRY_EVERY_MS = 1000;
const LIMITS = { applicationName: 'quaestor start', statementTimeoutMs: 5000 };

/** The database in DATABASE_URL; only `npm start` provides its own. Waits until it can be reached. */
export async function reachDatabase(config: Config, stopping?: AbortSignal): Promise<string> {
  if (config.databaseUrl === undefined) throw new ConfigError(['DATABASE_URL is required here']);
  await waitForDatabase(config.databaseUrl, config.databaseWaitMs, stopping);
  return config.databaseUrl;
}

/** A database that starts together with the service needs a moment. This waits for it and logs that once. */
export async function waitForDatabase(url: string, waitMs: number, stopping?: AbortSignal): Promise<void> {
  const giveUpAt = performance.now() + waitMs;
  for (let tries = 0; ; tries += 1) {
    try {
      return await withConnection(url, LIMITS, async (client) => void (await client.query('select')));
    } catch (error) {
      const reason = error instanceof Error ? error.message || String(error) : String(error);
      const place = placeOf(url);
      if (!isAway(error)) throw new StartError(`The database at ${place} rejects the connection: ${reason}.`);
      if (performance.now() >= giveUpAt)
        throw new StartError(`The database at ${place} cannot be reached: ${reason}. Waited ${waitMs / 1000} s.`);
      if (tries === 0) say(`Waiting up to ${waitMs / 1000} s for the database at ${place}: ${reason}`);
    }
    await wait(Math.min(TRY_EVERY_MS, Math.max(0, giveUpAt - performance.now())), undefined, { signal: stopping });
  }
}

/** Whether waiting may help: a wrong password or role will still be wrong in a minute. */
function isAway(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isAway); // one for each address of a name
  if (databaseErrorCode(error)?.startsWith('28') === true) return false;
  return translateDatabaseError(error)?.code === 'service_unavailable';
}

/** Host and port, without secrets. */
function placeOf(url: string): string {
  const { host, hostname, port, searchParams } = new URL(url);
  return host === '' ? (searchParams.get('host') ?? 'its socket') : `${hostname}:${port || '5432'}`;
}
