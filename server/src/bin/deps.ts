import type { FastifyBaseLogger } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { watchCategories } from '../categories.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { connectDatabase } from '../store/database.ts';

/** The real world: PostgreSQL, the clock, random ids. */
export async function connectDeps(config: Config, databaseUrl: string, logger: FastifyBaseLogger): Promise<Deps> {
  const db = connectDatabase(
    {
      url: databaseUrl,
      poolSize: config.databasePoolSize,
      readTimeoutMs: config.readTimeoutMs,
      writeTimeoutMs: config.writeTimeoutMs,
    },
    (error) => logger.warn({ err: error }, 'an idle database connection broke'),
  );
  return { db, config, categories: await watchCategories(db.reads), now: () => new Date(), newId: uuidv7 };
}
