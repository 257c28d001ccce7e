import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../src/bin/embedded-postgres.ts';
import { migrate } from '../../src/bin/migrate-database.ts';
import { connectDatabase } from '../../src/store/database/database.ts';
import { analyseTables } from '../../src/worker/analyse-tables.ts';

/** A separate PostgreSQL, since it is crashed. Its autovacuum never runs. */
const SETTINGS = { autovacuum: 'off' };
const directory = await mkdtemp(path.join(tmpdir(), 'quaestor-crash-'));
await chmod(directory, 0o755);
let postgres = await startEmbeddedPostgres(directory, SETTINGS);
afterAll(async () => {
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
});

async function crash(): Promise<void> {
  const file = path.join(directory, 'postgres', 'postmaster.pid');
  const [pid] = (await readFile(file, 'utf8')).split('\n').map(Number);
  process.kill(pid ?? 0, 'SIGQUIT');
  while (await readFile(file, 'utf8').then(Boolean, () => false)) {
    try {
      process.kill(pid ?? 0, 0);
    } catch {
      break;
    }
    await wait(50);
  }
  postgres = await startEmbeddedPostgres(directory, SETTINGS);
}

async function onDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The number of rows the planner expects for a category that nearly all questions have. */
function expectedRows(): Promise<number> {
  return onDatabase(async (client) => {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
      `explain (format json) select * from measured where kind = 1`,
    );
    return rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0;
  });
}

it('restores the statistics of tables after a crash of PostgreSQL', async () => {
  await migrate(postgres.url);
  await onDatabase(async (client) => {
    await client.query('create table measured (id int, kind int)');
    await client.query('insert into measured select n, n % 1000 from generate_series(1, 1000) n');
    await client.query('analyze');
    await client.query('insert into measured select n, 1 from generate_series(1, 40000) n');
  });
  await crash();
  expect(await expectedRows()).toBeLessThan(1000);

  const db = connectDatabase({ url: postgres.url, poolSize: 2, readTimeoutMs: 5000, writeTimeoutMs: 5000 }, () => {});
  const { signal } = new AbortController();
  const [one, other] = await Promise.all([analyseTables(db, signal), analyseTables(db, signal)]);
  expect(one + other).toBeGreaterThan(0);
  expect(await analyseTables(db, signal)).toBeGreaterThanOrEqual(0);
  expect(await analyseTables(db, signal)).toBe(0);
  await db.close();
  expect(await expectedRows()).toBeGreaterThan(30_000);
});
