import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type Binaries, startEmbeddedPostgres } from '../src/bin/embedded-postgres.ts';
import { migrate } from '../src/bin/migrate-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
    /** The prefix of the names of this run's databases. */
    databasePrefix: string;
    template: string;
  }
}

/** Test data need not survive a power loss. */
const NOTHING_LASTS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '1h',
  max_wal_size: '4GB',
  autovacuum_naptime: '1min',
  // Services stay open until their file ends: those of one file alone have nearly the usual 100 connections.
  max_connections: '400',
};

/** One migrated template for the whole run, which each test file clones. Leftover databases are dropped at the end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await findServer();
  const run = `quaestor_test_${randomBytes(4).toString('hex')}`;
  const template = `${run}_template`;
  await admin(server.url, `create database ${template}`);
  await migrate(withDatabase(server.url, template));
  project.provide('serverUrl', server.url);
  project.provide('databasePrefix', `${run}_`);
  project.provide('template', template);
  return async () => {
    await dropDatabases(server.url, `${run}_`);
    await server.stop();
  };
}

/** The server of TEST_DATABASE_URL; otherwise a new one, of the version in TEST_POSTGRES_BIN or of our own. */
async function findServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url !== undefined) return { url, stop: async () => {} };
  const directory = await mkdtemp(path.join(tmpdir(), 'quaestor-test-'));
  // The server's own user must be able to enter it.
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres(directory, NOTHING_LASTS, otherBinaries());
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function otherBinaries(): Binaries | undefined {
  const folder = process.env['TEST_POSTGRES_BIN'];
  if (folder === undefined) return undefined;
  return { initdb: path.join(folder, 'initdb'), pg_ctl: path.join(folder, 'pg_ctl'), locale: ['--locale=C.UTF-8'] };
}

async function dropDatabases(url: string, prefix: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ datname: string }>(
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  );
  for (const { datname } of rows) await client.query(`drop database if exists ${datname} with (force)`);
  await client.end();
}

export function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

export async function admin(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
