import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../src/bin/embedded-postgres.ts';
import { migrate } from '../src/bin/migrate-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    serverUrl: string;
    template: string;
  }
}

/** Nothing of a test has to survive a loss of power. */
const NOTHING_LASTS = {
  fsync: 'off',
  full_page_writes: 'off',
  checkpoint_timeout: '1h',
  max_wal_size: '4GB',
  autovacuum_naptime: '1min',
};

/** One migrated template for the whole run; each test file clones it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await findServer();
  const template = `quaestor_template_${randomBytes(4).toString('hex')}`;
  await admin(server.url, `create database ${template}`);
  await migrate(withDatabase(server.url, template));
  project.provide('serverUrl', server.url);
  project.provide('template', template);
  return async () => {
    await admin(server.url, `drop database if exists ${template} with (force)`);
    await server.stop();
  };
}

async function findServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const url = process.env['TEST_DATABASE_URL'];
  if (url !== undefined) return { url, stop: async () => {} };
  const directory = await mkdtemp(path.join(tmpdir(), 'quaestor-test-'));
  // The server's own user must be able to enter it.
  await chmod(directory, 0o755);
  const postgres = await startEmbeddedPostgres(directory, NOTHING_LASTS);
  return {
    url: postgres.url,
    stop: async () => {
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
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
