import type { FastifyBaseLogger } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { createBankSampler } from '../cached/bank-sample.ts';
import { watchCategories } from '../cached/categories.ts';
import type { Config } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import type { CountTogether } from '../limits/shared-counts.ts';
import { createMetrics, type Role } from '../metrics/metrics.ts';
import { compileQuestionCheck } from '../plugins/validation/question-check.ts';
import { createJobQueue } from '../queue/queue.ts';
import { QuestionDraft } from '../routes/questions/schema.ts';
import { connectDatabase, type Database } from '../store/database/database.ts';
import { describeForeignBreak, listForeignBreaks, listPendingMigrations } from '../store/database/migrations.ts';
import { Notices } from '../store/database/notices.ts';
import { findTextProblem } from '../store/database/text-settings.ts';
import type { Tracing } from '../tracing/tracing.ts';
import { commandOf } from './command.ts';
import { createAccess } from './create-access.ts';
import { StartError } from './run.ts';

/** The real dependencies, migrated: PostgreSQL, the clock, random ids. */
export async function connectDeps(
  config: Config,
  databaseUrl: string,
  logger: FastifyBaseLogger,
  role: Role = 'task',
  siblings?: CountTogether,
): Promise<Deps> {
  const db = connectDatabase(
    {
      url: databaseUrl,
      replicaUrl: config.databaseReplicaUrl,
      replicaMaxLagMs: config.replicaMaxLagMs,
      poolSize: config.databasePoolSize,
      readTimeoutMs: config.readTimeoutMs,
      writeTimeoutMs: config.writeTimeoutMs,
    },
    // The driver attaches the connection with its cancel key to the error; only the message is needed.
    (error) => logger.warn({ reason: error.message }, 'an idle database connection broke'),
    ({ usable, reason, lagMs }) => {
      if (usable) logger.info('the replica is usable: lists are read from it');
      else
        logger.warn(
          { reason, lag_ms: Math.round(lagMs) },
          'the replica is not usable: lists are read from the primary',
        );
    },
  );
  await requireMigrated(db);
  const textProblem = await findTextProblem(db.reads);
  if (textProblem !== undefined) logger.warn(textProblem);
  const now = () => new Date();
  const categories = await watchCategories(db.reads);
  return {
    db,
    queue: createJobQueue(db.reads, (error) =>
      logger.warn({ reason: error.message }, 'the job queue reported an error'),
    ),
    notices: new Notices(databaseUrl, (error) =>
      logger.warn({ reason: error.message }, 'a listening connection broke'),
    ),
    config,
    metrics: createMetrics(db, role),
    tracing: await startTracing(config, role, logger),
    categories,
    checkQuestion: compileQuestionCheck(categories, QuestionDraft),
    bankSample: createBankSampler(db.reads),
    ...createAccess(
      config,
      db,
      now,
      (change) => {
        if (change.away) logger.warn({ reason: change.reason }, 'Redis is unreachable: this node counts on its own');
        else logger.warn('Redis is reachable again: the nodes count together');
      },
      siblings,
    ),
    now,
    newId: uuidv7,
  };
}

/** A statement that is still running after this is left to its own time limit. */
export const CLOSE_DEPS_WITHIN_MS = 2000;

export async function closeDeps({ categories, db, limits, notices, queue, rejections, tracing }: Deps): Promise<void> {
  categories.close();
  await Promise.all([limits.close(), notices.close(), queue.close(), rejections.close(), tracing?.close()]);
  await db.close();
}

/** Loaded only on demand: it is as large as Fastify, and takes a tenth of a second. */
async function startTracing(config: Config, role: Role, logger: FastifyBaseLogger): Promise<Tracing | undefined> {
  if (config.tracesEndpoint === undefined) return undefined;
  const tracing = await import('../tracing/tracing.ts');
  return tracing.startTracing({ sampledShare: config.tracesShare, role, logger });
}

async function requireMigrated(db: Database): Promise<void> {
  try {
    const pending = await listPendingMigrations(db.reads);
    if (pending.length > 0) {
      throw new StartError(
        `The database lacks the migrations ${pending.join(', ')}.\nBring it up to date with: ${commandOf('migrate')}`,
      );
    }
    const [broken] = await listForeignBreaks(db.reads);
    if (broken !== undefined) throw new StartError(describeForeignBreak(broken));
  } catch (error) {
    await db.close();
    throw error;
  }
}
