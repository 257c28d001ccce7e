import type { Executor } from '../database/executor.ts';
import { RESTORE_MARK } from '../database/migrations.ts';
import { JOBS_TABLE, type Part, quoteName } from './bank-source.ts';

/**
 * Tables that migrations fill, or that describe work in progress on the old server. Sessions and links are left out as
 * well: one that has ended since the backup must not work again, and people can sign in again.
 */
const LEFT_OUT = [
  'schema_migrations',
  RESTORE_MARK,
  'breaking_migrations',
  'analysis_shards',
  'sessions',
  'sign_in_links',
];

/**
 * Transaction numbers are valid only on the server that issued them, so rows with one get a number older than any
 * snapshot of the new server. Events keep theirs, which order them within their epoch.
 */
export const REPLACED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  questions: { transaction_id: `'0'::xid8` },
  question_versions: { transaction_id: `'0'::xid8` },
  dismissals: { transaction_id: `'0'::xid8` },
  duplicate_dismissals: { transaction_id: `'0'::xid8` },
  analyses: { snapshot: 'null::pg_snapshot' },
  derived_columns: { seen_transaction: `'0'::xid8`, seen_position: '0::bigint' },
};

/** The tables of the bank with their writable columns. */
export async function listTables(db: Executor): Promise<Part[]> {
  const { rows } = await db.query<{ table: string; columns: string[]; bytes: string }>({
    text: `select relname as table, pg_table_size(pg_class.oid) as bytes,
                  array_agg(attname::text order by attnum) filter (where attgenerated = '') as columns
             from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
            where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> all ($1)
            group by relname, pg_class.oid
            order by relname`,
    values: [LEFT_OUT],
  });
  return rows.map((row) => ({ ...row, bytes: Number(row.bytes) }));
}

/** Its columns are in the order of the table that a restore creates. */
export const JOB_PART: Part = { table: JOBS_TABLE, columns: ['name', 'data', 'priority', 'owner'], bytes: 0 };

export function copyStatement({ table, columns }: Part, unfinishedJobs: string): string {
  if (table === JOBS_TABLE) return `copy (${unfinishedJobs}) to stdout`;
  const replaced = REPLACED[table] ?? {};
  const selected = columns.map((column) => replaced[column] ?? quoteName(column)).join(', ');
  return `copy (select ${selected} from ${quoteName(table)}) to stdout`;
}
