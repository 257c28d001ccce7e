import { type Config, ConfigError } from '../config.ts';

/** Only `npm start` brings a database of its own. */
export function requireDatabaseUrl(config: Config): string {
  if (config.databaseUrl === undefined) throw new ConfigError(['DATABASE_URL is required here']);
  return config.databaseUrl;
}
