import type { Executor } from '../database/executor.ts';
import { MIGRATIONS, type Migration } from '../database/migration-files.ts';
import { RESTORE_MARK } from '../database/migrations.ts';
import { type AppliedMigration, BackupError, JOBS_TABLE } from './bank-source.ts';

/** A restore never overwrites anything. */
export async function requireEmpty(db: Executor): Promise<void> {
  const { rows } = await db.query<{ name: string; rows: string }>({
    text: `select case relnamespace when 'public'::regnamespace then relname else relnamespace::regnamespace || '.' || relname end as name,
                  greatest(reltuples, 0)::bigint as rows
             from pg_class
            where relkind in ('r', 'p', 'v', 'm', 'f', 'S')
              and relnamespace not in (select oid from pg_namespace where nspname in ('pg_catalog', 'information_schema') or nspname like 'pg\\_%')
              and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
            order by relkind = 'S', reltuples desc, name`,
  });
  if (rows.length === 0) return;
  if (rows.some(({ name }) => name === RESTORE_MARK))
    throw new BackupError(
      'This database holds a restore that did not finish. Drop it, create it again, and restore again.',
    );
  const largest = rows.slice(0, 3).map(({ name, rows: count }) => `${name} (about ${count} rows)`);
  throw new BackupError(
    `The database is not empty: it has ${rows.length} tables and sequences, such as ${largest.join(', ')}. ` +
      'Nothing was changed. Restore into a database that was just created.',
  );
}

/** The migrations that made the schema of the backup. Their texts must not have changed since. */
export function migrationsOf(applied: readonly AppliedMigration[]): Migration[] {
  const checksums = new Map(applied.map(({ name, checksum }) => [name, checksum]));
  const wanted = MIGRATIONS.filter(({ name }) => checksums.has(name));
  const edited = wanted.find(({ name, checksum }) => checksums.get(name) !== checksum);
  if (edited !== undefined)
    throw new BackupError(`The migration ${edited.name} of this release is not the one that the backup was made with.`);
  return wanted;
}

/**
 * Until the restore is finished, the list of migrations has another name: no process starts on half a bank, and the
 * next restore recognises what it finds. Names from before the baseline are part of the list.
 */
export async function markUnfinished(db: Executor, applied: readonly AppliedMigration[]): Promise<void> {
  await db.query({ text: `alter table schema_migrations rename to ${RESTORE_MARK}` });
  await db.query({
    text: `insert into ${RESTORE_MARK} (name, run_on)
           select name, now() from unnest($1::text[]) given (name)
            where not exists (select from ${RESTORE_MARK} run where run.name = given.name)`,
    values: [applied.map(({ name }) => name)],
  });
  await db.query({
    text: `create table ${JOBS_TABLE} (
             place bigint generated always as identity primary key, name text not null, data jsonb, priority integer, owner text)`,
  });
}

export async function markFinished(db: Executor): Promise<void> {
  await db.query({ text: `drop table ${JOBS_TABLE}` });
  await db.query({ text: `alter table ${RESTORE_MARK} rename to schema_migrations` });
}

interface RestoredJob {
  place: string;
  name: string;
  data: object;
  priority: number;
  owner: string | null;
}

/** The jobs of a backup in their order of arrival, a thousand at a time. */
export async function* listRestoredJobs(db: Executor): AsyncGenerator<RestoredJob[], void> {
  for (let place = '0'; ; ) {
    const { rows } = await db.query<RestoredJob>({
      text: `select place, name, data, priority, owner from ${JOBS_TABLE} where place > $1 order by place limit 1000`,
      values: [place],
    });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    place = last.place;
  }
}
