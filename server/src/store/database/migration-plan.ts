import type { Executor } from './executor.ts';
import { MIGRATIONS, type Migration } from './migration-files.ts';
import { BLOCKS, type LockMode, locksOf } from './migration-locks.ts';
import {
  ANNOUNCED_BEFORE_MS,
  LOCK_WAIT_MS,
  LOCKED_STATEMENT_MS,
  MAX_ATTEMPTS,
  pendingMigrations,
} from './migrations.ts';

/** Describes what migrating would do, as lines of text. Read-only. */
export async function planMigrations(db: Executor, migrations: readonly Migration[] = MIGRATIONS): Promise<string[]> {
  const { pending, isNew } = await pendingMigrations(db, migrations);
  if (pending.length === 0) return ['The schema is current: nothing would be done.'];
  const lines: string[] = [];
  for (const migration of pending) lines.push(...(await planMigration(db, migration, isNew)), '');
  return [...lines, 'Nothing was changed.'];
}

async function planMigration(db: Executor, migration: Migration, isNew: boolean): Promise<string[]> {
  const { locks, unknown } = locksOf(migration);
  const found = await Promise.all(locks.map(async (lock) => ({ ...lock, ...(await findTable(db, lock.relation)) })));
  // A relation that does not exist yet is created by an earlier migration of this plan, and nobody uses it.
  const held = found.filter(({ table }) => table !== undefined).map((lock) => `  ${describeLock(lock)}`);
  return [
    `${migration.name}: ${firstComment(migration.text)}`,
    ...(migration.breaking && !isNew
      ? [
          `  Breaks the previous release: its processes are notified ${ANNOUNCED_BEFORE_MS / 1000} s before, and stop working.`,
        ]
      : []),
    migration.concurrent ? `  ${CONCURRENT}` : `  ${IN_TRANSACTION}`,
    ...(held.length > 0 ? held : unknown.length > 0 ? [] : ['  Locks no table that is in use.']),
    ...unknown.map((statement) => `  What this locks is not known before it runs: ${statement}`),
  ];
}

const CONCURRENT =
  'Outside a transaction, statement by statement, concurrently with readers and writers. Reads the whole table twice.';
const IN_TRANSACTION =
  `One transaction. Waits for a lock for at most ${LOCK_WAIT_MS} ms, then lets others pass and tries again, up to ${MAX_ATTEMPTS} times. ` +
  `Holds its locks to its end; a statement that takes ${LOCKED_STATEMENT_MS / 1000} s fails, and all of it is undone.`;

interface FoundLock {
  relation: string;
  mode: LockMode;
  table?: string;
  rows?: string;
}

function describeLock({ relation, mode, table, rows }: FoundLock): string {
  const name = table === relation ? relation : `${table} (by its index ${relation})`;
  return `${mode} on ${name}, about ${rows} rows: ${BLOCKS[mode]}`;
}

/** The table with that name, or with an index of that name, and its estimated number of rows. */
async function findTable(db: Executor, relation: string): Promise<{ table?: string; rows?: string }> {
  const { rows } = await db.query<{ table: string; rows: string }>({
    text: `select relname as table, greatest(reltuples, 0)::bigint as rows
             from pg_class
            where oid = coalesce((select indrelid from pg_index where indexrelid = to_regclass($1)), to_regclass($1))`,
    values: [relation],
  });
  return rows[0] ?? {};
}

/** The file's own description, without the words that say how it is run. */
function firstComment(text: string): string {
  const [first = ''] = text.split('\n');
  const comment = /^--\s*(?:(?:breaking|concurrent)\b[:\s]*)?(.*)$/u.exec(first)?.[1] ?? '';
  return comment === '' ? 'no description' : comment;
}
