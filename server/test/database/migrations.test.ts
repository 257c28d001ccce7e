import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { closeDeps, connectDeps } from '../../src/bin/deps.ts';
import { MIGRATIONS, readMigration } from '../../src/store/database/migration-files.ts';
import { listPendingMigrations, migrateTables } from '../../src/store/database/migrations.ts';
import { startWorker } from '../../src/worker/index.ts';
import { admin, withDatabase } from '../global-setup.ts';
import { draft, startTestService } from '../harness.ts';
import { expectProblem } from '../http/common.ts';

const serverUrl = inject('serverUrl');
const ended: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ended.toReversed()) await end();
});

/** A separate database, empty or migrated, and a connection to it. */
async function makeDatabase(template = 'template0'): Promise<{ url: string; client: pg.Client }> {
  const name = `quaestor_migrated_${randomBytes(6).toString('hex')}`;
  await admin(serverUrl, `create database ${name} template ${template}`);
  const url = withDatabase(serverUrl, name);
  ended.push(() => admin(serverUrl, `drop database ${name} with (force)`));
  return { url, client: await connect(url) };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  ended.push(() => client.end());
  return client;
}

const migrated = () => makeDatabase(inject('template'));

async function names(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations order by id');
  return rows.map(({ name }) => name);
}

const OWN = MIGRATIONS.map(({ name }) => name);
const sample = (text: string, name = '9000_sample') => readMigration(name, text);

describe('migrating', () => {
  it('applies missing migrations in numerical order, records each checksum, and does nothing else', async () => {
    const { url, client } = await makeDatabase();
    expect(await migrateTables(url)).toEqual(OWN);
    expect(await migrateTables(url)).toEqual([]);
    const { rows } = await client.query('select name, checksum from schema_migrations order by id');
    expect(rows).toEqual(MIGRATIONS.map(({ name, checksum }) => ({ name, checksum })));
  });

  it('rejects a migration that was edited after it was applied, by its name', async () => {
    const { url } = await migrated();
    await migrateTables(url, [...MIGRATIONS, sample('create table a (id integer)')]);
    const edited = migrateTables(url, [...MIGRATIONS, sample('create table a (id bigint)')]);
    await expect(edited).rejects.toThrow('The migration 9000_sample was edited after this database had run it');
  });

  it('rolls a failing migration back, and names it', async () => {
    const { url, client } = await migrated();
    const broken = migrateTables(url, [sample('create table a (id integer); select 1 / 0')]);
    await expect(broken).rejects.toThrow('9000_sample: division by zero');
    expect((await client.query(`select to_regclass('a') as a`)).rows).toEqual([{ a: null }]);
    expect(await names(client)).toEqual(OWN);
  });

  it('ends a statement that would hold its locks for long', async () => {
    const { url, client } = await migrated();
    const long = migrateTables(url, [sample('lock table questions in access exclusive mode; select pg_sleep(60)')]);
    await expect(long).rejects.toThrow('9000_sample: canceling statement due to statement timeout');
    await client.query('select from questions');
  });

  it('lets readers pass while it waits for a long transaction', { tags: ['heavy'] }, async () => {
    const { url, client: holder } = await migrated();
    const reader = await connect(url);
    await holder.query('begin; select from questions');
    let applied = false;
    const migrating = migrateTables(url, [sample('alter table questions add column a integer')]).then(() => {
      applied = true;
    });
    const start = performance.now();
    let slowest = 0;
    while (performance.now() - start < 6000) {
      const asked = performance.now();
      await reader.query('select from questions');
      slowest = Math.max(slowest, performance.now() - asked);
      await wait(20);
    }
    expect(applied).toBe(false);
    expect(slowest).toBeGreaterThan(100); // it did wait for the lock
    expect(slowest).toBeLessThan(4000);
    await holder.query('commit');
    await migrating;
  });
});

describe('a database from before the baseline', () => {
  const FROM_BEFORE = [
    ...['0001_questions', '0002_counted_blocks', '0003_features', '0004_events_idempotency_draws', '0005_block_sizes'],
    ...['0006_draw_index', '0007_question_tags', '0008_access', '0009_analyses', '0010_duplicates'],
    ...['0011_bounded_background', '0013_turns_and_features', '0014_categories'],
    ...['0015_credentials_of_deleted_clients', '0016_signing_keys'],
  ];

  async function fromBefore(has: readonly string[]): Promise<{ url: string; client: pg.Client }> {
    const { url, client } = await makeDatabase();
    await migrateTables(url, MIGRATIONS.slice(0, 1));
    await client.query('truncate schema_migrations; alter table schema_migrations drop column checksum');
    await client.query('insert into schema_migrations (name, run_on) select name, now() from unnest($1::text[]) name', [
      has,
    ]);
    return { url, client };
  }

  it('adopts it, and keeps the names that its processes look for', async () => {
    const { url, client } = await fromBefore(FROM_BEFORE);
    expect(await migrateTables(url)).toEqual(OWN.slice(1));
    expect(await names(client)).toEqual([...FROM_BEFORE, ...OWN]);
    expect(await listPendingMigrations(client)).toEqual([]);
    expect(await migrateTables(url)).toEqual([]);
  });

  it('is rejected with the missing names', async () => {
    const { url, client } = await fromBefore(FROM_BEFORE.slice(0, -2));
    await expect(migrateTables(url)).rejects.toThrow(
      'lacks 0015_credentials_of_deleted_clients, 0016_signing_keys. Export its questions with',
    );
    expect(await names(client)).toEqual(FROM_BEFORE.slice(0, -2));
  });
});

describe('a concurrent migration', () => {
  const index = sample('-- concurrent\ncreate unique index concurrently sampled on samples (id);\n');

  it('rebuilds an index that an earlier run left invalid, and keeps a finished one', async () => {
    const { url, client } = await migrated();
    await client.query('create table samples (id integer); insert into samples values (1), (1)');
    await expect(migrateTables(url, [index])).rejects.toThrow('9000_sample: could not create unique index "sampled"');
    const find = async () => {
      const { rows } = await client.query<{ indisvalid: boolean; oid: number }>(
        `select indisvalid, indexrelid as oid from pg_index where indexrelid = 'sampled'::regclass`,
      );
      return rows[0];
    };
    expect((await find())?.indisvalid).toBe(false);
    await client.query('truncate samples');
    expect(await migrateTables(url, [index])).toEqual(['9000_sample']);
    const built = await find();
    expect(built?.indisvalid).toBe(true);
    await client.query(`delete from schema_migrations where name = '9000_sample'`);
    expect(await migrateTables(url, [index])).toEqual(['9000_sample']);
    expect(await find()).toEqual(built);
  });

  it('is not delayed by other processes that wait to migrate', async () => {
    const { url, client } = await migrated();
    await client.query('create table samples (id integer)');
    await client.query('begin; insert into samples values (1)');
    const waiting = Array.from({ length: 3 }, () => migrateTables(url, [index]));
    await wait(1500); // all of them are running, and one builds
    await client.query('commit');
    expect((await Promise.all(waiting)).flat()).toEqual(['9000_sample']);
  });
});

describe('a breaking migration', () => {
  const breaking = sample('-- breaking: nothing reads it any more\nalter table draws drop column seed');
  const SENTENCE = 'The migration 9000_sample of a newer release breaks this version. Start the newer release.';

  it('is announced before it is applied, after which old processes are not ready and take no more work', {
    tags: ['heavy'],
  }, async () => {
    const lines: string[] = [];
    const logger = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
    const service = await startTestService({}, logger);
    await service.create(draft());
    const worker = await startWorker(service.deps, logger);
    const client = await connect(service.databaseUrl);
    const migrating = migrateTables(service.databaseUrl, [breaking], 8000);
    await expect.poll(async () => (await service.request({ url: '/readyz' })).statusCode, { timeout: 7500 }).toBe(503);
    const { rows } = await client.query(`select from schema_migrations where name = '9000_sample'`);
    expect(rows).toHaveLength(0);
    expect(await migrating).toEqual(['9000_sample']);
    const answer = await service.request({ url: '/readyz' });
    expect(expectProblem(answer, 503, 'service_unavailable').detail).toBe(SENTENCE);
    const messages = () =>
      lines
        .map((line) => (JSON.parse(line) as { msg: string }).msg)
        .filter((message) => message.includes(SENTENCE))
        .toSorted();
    await expect.poll(messages, { timeout: 20_000 }).toEqual([SENTENCE, `${SENTENCE} This worker takes no more work.`]);
    const run = await service.request({
      method: 'POST',
      url: '/analysis/run',
      payload: { analysis_type: 'text_statistics', filter: {} },
    });
    expect(run.statusCode).toBe(202);
    await wait(3000);
    const { id } = run.json<{ id: string }>();
    expect((await client.query('select status from analyses where id = $1', [id])).rows).toEqual([
      { status: 'queued' },
    ]);
    await worker.stop();
    await expect(connectDeps(service.deps.config, service.databaseUrl, logger)).rejects.toThrow(SENTENCE);
  });

  it('does not stop the release that contains it', async () => {
    const { url, client } = await makeDatabase();
    await migrateTables(url);
    await client.query('insert into breaking_migrations (name) values ($1)', [OWN.at(-1)]);
    const deps = await connectDeps((await startTestService()).deps.config, url, pino({ level: 'silent' }));
    expect(await listPendingMigrations(deps.db.reads)).toEqual([]);
    await closeDeps(deps);
  });
});
