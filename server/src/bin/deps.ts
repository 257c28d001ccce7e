import type { FastifyBaseLogger } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { createAccess } from '../access/create-access.ts';
import { createBankSampler } from '../bank-sample.ts';
import { watchCategories } from '../categories.ts';
import type { Config } from '../config.ts';
import type { Deps } from '../deps.ts';
import { createJobQueue } from '../queue/queue.ts';
import { connectDatabase, type Database } from '../store/database.ts';
import { listPendingMigrations } from '../store/migrations.ts';
import { Notices } from '../store/notices.ts';
import { StartError } from './run.ts';

/** The real world, migrated: PostgreSQL, the clock, random ids. */
export async function connectDeps(config: Config, databaseUrl: string, logger: FastifyBaseLogger): Promise<Deps> {
  const db = connectDatabase(
    {
      url: databaseUrl,
      replicaUrl: config.databaseReplicaUrl,
      replicaMaxLagMs: config.replicaMaxLagMs,
      poolSize: config.databasePoolSize,
      readTimeoutMs: config.readTimeoutMs,
      writeTimeoutMs: config.writeTimeoutMs,
    },
    // The driver hangs the whole connection on the error, with its cancel key: the message is what is needed.
    (error) => logger.warn({ reason: error.message }, 'an idle database connection broke'),
    ({ usable, reason, lagMs }) => {
      if (usable) logger.info('the replica is fit: lists are read there');
      else
        logger.warn({ reason, lag_ms: Math.round(lagMs) }, 'the replica is not fit: lists are read from the primary');
    },
  );
  await requireMigrated(db);
  const now = () => new Date();
  return {
    db,
    queue: createJobQueue(db.reads, (error) => logger.warn({ reason: error.message }, 'the queue had a problem')),
    notices: new Notices(databaseUrl, (error) =>
      logger.warn({ reason: error.message }, 'a listening connection broke'),
    ),
    config,
    categories: await watchCategories(db.reads),
    bankSample: createBankSampler(db.reads),
    ...createAccess(config, db, now, (error) =>
      logger.warn({ reason: error.message }, 'Redis is away: this node counts for itself'),
    ),
    now,
    newId: uuidv7,
  };
}

export async function closeDeps({ db, limits, notices, queue }: Deps): Promise<void> {
  await Promise.all([limits.close(), notices.close(), queue.close()]);
  await db.close();
}

async function requireMigrated(db: Database): Promise<void> {
  const pending = await listPendingMigrations(db.reads);
  if (pending.length === 0) return;
  await db.close();
  throw new StartError(
    `The database lacks the migrations ${pending.join(', ')}.\nBring it up to date with: npm run migrate`,
  );
}
