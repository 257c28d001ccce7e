import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { runner } from 'node-pg-migrate';
import type { Executor } from './database.ts';

const DIRECTORY = fileURLToPath(new URL('../../migrations', import.meta.url));
const TABLE = 'schema_migrations';

/** Brings the database to the newest schema; of several processes one migrates and the others wait for it. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const applied = await runner({
    databaseUrl,
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
  const { rows: tables } = await db.query({ text: `select from pg_class where oid = to_regclass('${TABLE}')` });
  const { rows } =
    tables.length === 0 ? { rows: [] } : await db.query<{ name: string }>({ text: `select name from ${TABLE}` });
  const applied = new Set(rows.map((row) => row.name));
  return files.map((file) => file.replace(/\.sql$/u, '')).filter((name) => !applied.has(name));
}
