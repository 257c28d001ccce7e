import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import { connectionOptions } from './connection.ts';
import type { Executor } from './database.ts';

const DIRECTORY = fileURLToPath(new URL('../../migrations', import.meta.url));
const TABLE = 'schema_migrations';

/** A migration may build an index of a large bank. Whoever waits for another process that migrates waits for a lock. */
export const MIGRATION_LIMITS = {
  applicationName: 'quaestor migrate',
  statementTimeoutMs: 3_600_000,
  lockTimeoutMs: 600_000,
};

/** Brings the database to the newest schema; of several processes one migrates and the others wait for it. */
export async function migrateTables(databaseUrl: string): Promise<string[]> {
  const applied = await runner({
    databaseUrl: connectionOptions(databaseUrl, MIGRATION_LIMITS),
    dir: DIRECTORY,
    direction: 'up',
    migrationsTable: TABLE,
    advisoryLockMode: 'wait',
    log: () => {},
  });
  return applied.map((migration) => migration.name);
}

export async function listPendingMigrations(db: Executor): Promise<string[]> {
  const files = (await readdir(DIRECTORY)).filter((file) => file.endsWith('.sql'));
  const applied = new Set(await listAppliedMigrations(db));
  return files.map((file) => file.replace(/\.sql$/u, '')).filter((name) => !applied.has(name));
}

/** None of a database that nobody has migrated yet: it lacks the table itself. */
async function listAppliedMigrations(db: Executor): Promise<string[]> {
  const found = await db.query<{ migrated: boolean }>({
    name: 'find_migrations_table',
    text: `select to_regclass('${TABLE}') is not null as migrated`,
  });
  if (found.rows[0]?.migrated !== true) return [];
  const { rows } = await db.query<{ name: string }>({ name: 'list_migrations', text: `select name from ${TABLE}` });
  return rows.map((row) => row.name);
}
