import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { MIGRATIONS, readMigration } from '../../src/store/database/migration-files.ts';
import { locksOf } from '../../src/store/database/migration-locks.ts';
import { planMigrations } from '../../src/store/database/migration-plan.ts';
import { migrateTables } from '../../src/store/database/migrations.ts';
import { admin, withDatabase } from '../global-setup.ts';

const serverUrl = inject('serverUrl');
const ended: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ended.toReversed()) await end();
});

async function makeDatabase(template: string): Promise<{ url: string; client: pg.Client }> {
  const name = `quaestor_planned_${randomBytes(6).toString('hex')}`;
  await admin(serverUrl, `create database ${name} template ${template}`);
  ended.push(() => admin(serverUrl, `drop database ${name} with (force)`));
  const url = withDatabase(serverUrl, name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  ended.push(() => client.end());
  return { url, client };
}

const empty = await makeDatabase('template0');
const migrated = await makeDatabase(inject('template'));
const sample = (text: string) => readMigration('9000_sample', text);

async function plan(...texts: string[]): Promise<string[]> {
  return planMigrations(migrated.client, [...MIGRATIONS, ...texts.map(sample)]);
}

describe('the plan', () => {
  it('lists every migration for an empty database, and creates nothing', async () => {
    await empty.client.query('set default_transaction_read_only = on');
    const lines = await planMigrations(empty.client);
    for (const { name } of MIGRATIONS) expect(lines.filter((line) => line.startsWith(`${name}: `))).toHaveLength(1);
    expect(lines.at(-1)).toBe('Nothing was changed.');
    const { rows } = await empty.client.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace`,
    );
    expect(rows).toEqual([]);
  });

  it('reports that a database is current', async () => {
    expect(await plan()).toEqual(['The schema is current: nothing would be done.']);
  });

  it('states the purpose of a migration, its locks, what they block, and the number of rows', async () => {
    await migrated.client.query('analyze categories');
    const lines = await plan('-- A note of each.\nalter table categories add column note text;');
    expect(lines[0]).toBe('9000_sample: A note of each.');
    expect(lines[1]).toMatch(/One transaction\. Waits for a lock for at most 500 ms.* takes 4 s fails/u);
    expect(lines[2]).toBe('  ACCESS EXCLUSIVE on categories, about 6 rows: blocks readers and writers');
  });

  it('marks concurrent and breaking migrations', async () => {
    const concurrent = await plan('-- concurrent: it is written to\ncreate index concurrently a on events (actor);');
    expect(concurrent[0]).toBe('9000_sample: it is written to');
    expect(concurrent[1]).toMatch(/Outside a transaction/u);
    expect(concurrent[2]).toMatch(/^ {2}SHARE UPDATE EXCLUSIVE on events, about \d+ rows: blocks nobody$/u);
    const breaking = await plan('-- breaking: draws go\ndrop table draws;');
    expect(breaking.slice(0, 2)).toEqual(['9000_sample: draws go', expect.stringMatching(/notified 15 s before/u)]);
  });

  it('names the table of an index, and what is unknown', async () => {
    const lines = await plan('drop index events_read_order;\ndo $$ begin perform 1; end $$;');
    expect(lines[2]).toMatch(/^ {2}ACCESS EXCLUSIVE on events \(by its index events_read_order\)/u);
    expect(lines[3]).toMatch(/^ {2}What this locks is not known before it runs: do/u);
  });

  it('rejects an edited migration, just as migrating does', async () => {
    const edited = MIGRATIONS.map((migration, index) =>
      index === 1 ? { ...migration, checksum: 'other' } : migration,
    );
    await expect(planMigrations(migrated.client, edited)).rejects.toThrow('was edited after');
  });
});

/** The locks that PostgreSQL takes for a text on existing tables; rolled back. */
async function observe(client: pg.Client, text: string): Promise<string[]> {
  const tables = await client.query<{ oid: number; name: string }>(
    `select oid, relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  const names = new Map(tables.rows.map(({ oid, name }) => [oid, name]));
  await client.query('begin');
  await client.query(text);
  const { rows } = await client.query<{ relation: number; mode: string }>(
    `select distinct relation, mode from pg_locks
      where pid = pg_backend_pid() and locktype = 'relation' and mode not in ('AccessShareLock', 'RowShareLock')`,
  );
  await client.query('rollback');
  return rows
    .filter(({ relation }) => names.has(relation))
    .map(({ relation, mode }) => `${names.get(relation)} ${mode}`);
}

/** In PostgreSQL's own spelling: `ACCESS EXCLUSIVE` is `AccessExclusiveLock`. */
const asMode = (mode: string) =>
  `${mode.toLowerCase().replaceAll(/(?:^| )(\w)/gu, (_, letter: string) => letter.toUpperCase())}Lock`;

describe('the rules for locks', () => {
  it.each([
    'alter table questions add column a text',
    'alter table categories drop constraint categories_name_check',
    'alter table categories\n  add constraint a check (id > 0) not valid',
    'alter table analyses add foreign key (id) references jobs (id)',
    'alter table access_tokens validate constraint access_tokens_client_id_fkey',
    'create index a on draws (owner)',
    'create unique index a\n  on draws (id, owner)',
    'create table a (id uuid primary key, job uuid references jobs (id)); create index b on a (job)',
    'create function a() returns trigger language plpgsql as $$ begin drop table draws; return null; end $$; create trigger b after insert on jobs for each statement execute function a()',
    'drop trigger categories_lock on categories',
    'drop table draws',
    'truncate duplicate_dismissals',
    `insert into categories (name) values ('a')`,
    `delete from draws`,
    `update jobs set kind = 'references questions'`,
    'create type a as enum ()',
  ])('agree with PostgreSQL: %s', async (text) => {
    const { locks, unknown } = locksOf(sample(text));
    expect(unknown).toEqual([]);
    const documented = locks.map(({ relation, mode }) => `${relation} ${asMode(mode)}`);
    // PostgreSQL records every lock that a statement takes; the strongest one counts.
    const found = await observe(migrated.client, text);
    expect(found).toEqual(expect.arrayContaining(documented));
    for (const lock of found) expect(documented.map((line) => line.split(' ')[0])).toContain(lock.split(' ')[0]);
  });

  it('cover every migration after the baseline that runs in a transaction', async () => {
    const { url, client } = await makeDatabase('template0');
    for (const [index, migration] of MIGRATIONS.entries()) {
      if (index > 0 && !migration.concurrent) {
        const found = await observe(client, migration.text);
        const documented = new Set(locksOf(migration).locks.map(({ relation, mode }) => `${relation} ${asMode(mode)}`));
        expect(found.filter((lock) => !documented.has(lock))).toEqual([]);
      }
      await migrateTables(url, MIGRATIONS.slice(0, index + 1));
    }
  });
});
