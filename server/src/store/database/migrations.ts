import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { withConnection } from './connection.ts';
import type { Executor } from './database.ts';
import { listStatements, MIGRATIONS, type Migration } from './migration-files.ts';
import { findTextProblem } from './text-settings.ts';

/** Why a database cannot be migrated, in a sentence. */
export class MigrationError extends Error {}

/** An index of a large bank takes long to build and waits for every running transaction, but blocks nobody. */
export const MIGRATION_LIMITS = {
  applicationName: 'quaestor migrate',
  statementTimeoutMs: 3_600_000,
  lockTimeoutMs: 600_000,
};
/** While a statement waits for a strong lock, all later ones queue after it. So it gives up soon and lets them pass. */
export const LOCK_WAIT_MS = 500;
const PAUSE_MS = 1000;
export const MAX_ATTEMPTS = 120;
/**
 * Anything that takes longer under a lock is a task for the worker, in batches. The limit is below the READ_TIMEOUT_MS
 * of waiting requests.
 */
export const LOCKED_STATEMENT_MS = 4000;
/**
 * Processes check every second for migrations that they cannot work with, and have STOP_TIMEOUT_MS to finish their
 * work.
 */
export const ANNOUNCED_BEFORE_MS = 15_000;
/** The lock of node-pg-migrate, which earlier releases took. */
const LOCK = '7241865325823964';
const LOCKED_BY_ANOTHER = { pauseMs: 250, attempts: 2400 };

/** The migrations before the baseline, which replaces them. */
export const BEFORE_BASELINE: readonly string[] = [
  '0001_questions',
  '0002_counted_blocks',
  '0003_features',
  '0004_events_idempotency_draws',
  '0005_block_sizes',
  '0006_draw_index',
  '0007_question_tags',
  '0008_access',
  '0009_analyses',
  '0010_duplicates',
  '0011_bounded_background',
  '0013_turns_and_features',
  '0014_categories',
  '0015_credentials_of_deleted_clients',
  '0016_signing_keys',
];
const BASELINE = '0001_baseline';
/** The name of `schema_migrations` while a backup is restored into the database. */
export const RESTORE_MARK = 'restore_unfinished';

/** Migrates the database to the newest schema. Of several processes one migrates and the others wait for it. */
export async function migrateTables(
  databaseUrl: string,
  migrations: readonly Migration[] = MIGRATIONS,
  announcedBeforeMs = ANNOUNCED_BEFORE_MS,
): Promise<string[]> {
  return withConnection(databaseUrl, MIGRATION_LIMITS, async (client) => {
    await lockMigrations(client);
    await requireNoRestore(client);
    await ensureMigrationsTable(client);
    const { pending, isNew, adopted } = await pendingMigrations(client, migrations);
    if (isNew) await requireTextSettings(client);
    if (adopted !== undefined) await insertMigration(client, adopted);
    for (const migration of pending) {
      if (migration.breaking) await announce(client, migration, isNew ? 0 : announcedBeforeMs);
      if (migration.concurrent) await applyConcurrently(client, migration);
      else await applyInTransaction(client, migration);
    }
    return pending.map(({ name }) => name);
  });
}

interface Pending {
  pending: Migration[];
  /** True if this database has never been migrated. */
  isNew: boolean;
  /** The baseline, for a database that has its tables but no record of it. */
  adopted: Migration | undefined;
}

/** Lists the migrations to apply. Read-only. */
export async function pendingMigrations(db: Executor, migrations: readonly Migration[]): Promise<Pending> {
  await requireNoRestore(db);
  const applied = await listChecksums(db);
  const adopted = isFromBefore(applied) ? migrations.find(({ name }) => name === BASELINE) : undefined;
  const edited = migrations.find(({ name, checksum }) => (applied.get(name) ?? checksum) !== checksum);
  if (edited !== undefined) {
    throw new MigrationError(
      `The migration ${edited.name} was edited after this database had run it. Restore its text, and put the change into a new migration.`,
    );
  }
  const pending = migrations.filter((migration) => !applied.has(migration.name) && migration !== adopted);
  return { pending, isNew: applied.size === 0, adopted };
}

/** Called only for a new bank. An existing one works for the texts it has and can be moved, so it gets a warning. */
async function requireTextSettings(client: pg.Client): Promise<void> {
  const problem = await findTextProblem(client);
  if (problem !== undefined) throw new MigrationError(problem);
}

/**
 * Polls for the lock: waiting in one statement would hold a snapshot, and a concurrent index build would wait for that.
 */
async function lockMigrations(client: pg.Client): Promise<void> {
  for (let attempt = 0; attempt < LOCKED_BY_ANOTHER.attempts; attempt += 1) {
    const { rows } = await client.query<{ locked: boolean }>(`select pg_try_advisory_lock(${LOCK}) as locked`);
    if (rows[0]?.locked === true) return;
    await wait(LOCKED_BY_ANOTHER.pauseMs);
  }
  throw new MigrationError(
    'Another process has been migrating this database for ten minutes. Try again when it is done.',
  );
}

/** A half-restored bank looks like an empty database, because it has no list of migrations yet. */
async function requireNoRestore(db: Executor): Promise<void> {
  const { rowCount } = await db.query({ text: 'select where to_regclass($1) is not null', values: [RESTORE_MARK] });
  if (rowCount === 0) return;
  throw new MigrationError(
    'This database holds a restore that is under way or did not finish. If none is under way, drop the database, create it again, and restore again.',
  );
}

/** The table of node-pg-migrate, with an additional checksum. */
async function ensureMigrationsTable(client: pg.Client): Promise<void> {
  await client.query(`create table if not exists schema_migrations (
    id serial primary key, name varchar(255) not null, run_on timestamp not null)`);
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'checksum' and not attisdropped`,
  );
  if (rowCount === 0) {
    await withRetries(client, 'schema_migrations', async () => {
      await client.query('alter table schema_migrations add column checksum text');
    });
  }
}

/** Undefined for a database that nobody has migrated yet. Null for migrations that ran before there were checksums. */
async function listChecksums(db: Executor): Promise<Map<string, string | null>> {
  if (!(await hasMigrationsTable(db))) return new Map();
  const { rows } = await db.query<{ name: string; checksum: string | null }>({
    // As a row of JSON: releases before the baseline had no such column.
    text: `select name, to_jsonb(run) ->> 'checksum' as checksum from schema_migrations run`,
  });
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** True for a database that the migrations before the baseline made and that has not adopted it yet. */
function isFromBefore(applied: ReadonlyMap<string, unknown>): boolean {
  if (applied.has(BASELINE)) return false;
  const missing = BEFORE_BASELINE.filter((name) => !applied.has(name));
  if (missing.length === 0) return true;
  if (missing.length === BEFORE_BASELINE.length) return false;
  throw new MigrationError(
    `This database was created by an unreleased version and lacks ${missing.join(', ')}. ` +
      'Export its questions with the version that created it, start this version with an empty database, and import them there.',
  );
}

/** Processes that do not know the migration stop by themselves: see `listForeignBreaks`. */
async function announce(client: pg.Client, { name }: Migration, beforeMs: number): Promise<void> {
  await client.query('insert into breaking_migrations (name) values ($1) on conflict do nothing', [name]);
  await wait(beforeMs);
}

async function applyInTransaction(client: pg.Client, migration: Migration): Promise<void> {
  await withRetries(client, migration.name, async () => {
    await client.query(migration.text);
    await insertMigration(client, migration);
  });
}

/** Runs the migration in a transaction that gives up soon if it has to wait for a lock, and tries again. */
async function withRetries(client: pg.Client, what: string, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(
        `begin; set local lock_timeout = ${LOCK_WAIT_MS}; set local statement_timeout = ${LOCKED_STATEMENT_MS}`,
      );
      await work();
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback');
      if (!isLockFailure(error)) throw failed(what, error);
      if (attempt === MAX_ATTEMPTS) {
        throw new MigrationError(
          `${what}: a long transaction holds a lock that it needs; tried ${MAX_ATTEMPTS} times. Find it in pg_stat_activity, and migrate again.`,
          { cause: error },
        );
      }
      await wait(PAUSE_MS);
    }
  }
}

function failed(what: string, cause: unknown): MigrationError {
  return new MigrationError(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
}

/** lock_not_available, deadlock_detected */
function isLockFailure(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '40P01');
}

/** An index that a killed run has left half-built is built again; a finished one is kept. */
async function applyConcurrently(client: pg.Client, migration: Migration): Promise<void> {
  for (const statement of listStatements(migration.text)) {
    const index = /^create (?:unique )?index concurrently (\w+)/iu.exec(statement)?.[1];
    const state = index === undefined ? undefined : await findIndex(client, index);
    if (state === 'valid') continue;
    try {
      if (state === 'invalid') await client.query(`drop index concurrently ${index}`);
      await client.query(statement);
    } catch (error) {
      throw failed(migration.name, error);
    }
  }
  await insertMigration(client, migration);
}

async function findIndex(client: pg.Client, name: string): Promise<'valid' | 'invalid' | undefined> {
  const { rows } = await client.query<{ indisvalid: boolean }>(
    'select indisvalid from pg_index where indexrelid = to_regclass($1)',
    [name],
  );
  if (rows[0] === undefined) return undefined;
  return rows[0].indisvalid ? 'valid' : 'invalid';
}

async function insertMigration(client: pg.Client, { name, checksum }: Migration): Promise<void> {
  await client.query('insert into schema_migrations (name, run_on, checksum) values ($1, now(), $2)', [name, checksum]);
}

/** Migrations of this release that the database lacks. */
export async function listPendingMigrations(db: Executor): Promise<string[]> {
  const applied = new Set(await listAppliedMigrations(db));
  return MIGRATIONS.map(({ name }) => name).filter((name) => !applied.has(name));
}

async function listAppliedMigrations(db: Executor): Promise<string[]> {
  if (!(await hasMigrationsTable(db))) return [];
  const { rows } = await db.query<{ name: string }>({
    name: 'list_migrations',
    text: 'select name from schema_migrations',
  });
  return rows.map((row) => row.name);
}

async function hasMigrationsTable(db: Executor): Promise<boolean> {
  const { rows } = await db.query<{ migrated: boolean }>({
    name: 'find_migrations_table',
    text: `select to_regclass('schema_migrations') is not null as migrated`,
  });
  return rows[0]?.migrated === true;
}

/** Migrations of a newer release that this one cannot work with, announced or applied. */
export async function listForeignBreaks(db: Executor): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>({
    name: 'list_foreign_breaks',
    text: 'select name from breaking_migrations where name <> all ($1) order by name',
    values: [MIGRATIONS.map(({ name }) => name)],
  });
  return rows.map((row) => row.name);
}

/** The message for the first of them. */
export function describeForeignBreak(name: string): string {
  return `The migration ${name} of a newer release breaks this version. Start the newer release.`;
}
