import type { FastifyBaseLogger } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { watchCategories } from '../categories.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { connectDatabase, type Database } from '../store/database.ts';
import { listPendingMigrations } from '../store/migrations.ts';
import { StartError } from './run.ts';

/** The real world, migrated: PostgreSQL, the clock, random ids. */
export async function connectDeps(config: Config, databaseUrl: string, logger: FastifyBaseLogger): Promise<Deps> {
  const db = connectDatabase(
    {
      url: databaseUrl,
      replicaUrl: config.databaseReplicaUrl,
      poolSize: config.databasePoolSize,
      readTimeoutMs: config.readTimeoutMs,
      writeTimeoutMs: config.writeTimeoutMs,
    },
    (error) => logger.warn({ err: error }, 'an idle database connection broke'),
  );
  await requireMigrated(db);
  return { db, config, categories: await watchCategories(db.reads), now: () => new Date(), newId: uuidv7 };
}

async function requireMigrated(db: Database): Promise<void> {
  const pending = await listPendingMigrations(db.reads);
  if (pending.length === 0) return;
  await db.close();
  throw new StartError(
    `The database lacks the migrations ${pending.join(', ')}.\nBring it up to date with: npm run migrate`,
  );
}
