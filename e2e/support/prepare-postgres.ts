import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { copyCluster, makeCluster, startCluster } from './cluster.ts';
import { onServer } from './machine-postgres.ts';
import { startService, temporaryDirectory } from './service.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The files of a stopped PostgreSQL with a migrated database, to be copied. */
    cluster: string;
    /**
     * The URL of a database in the PostgreSQL that all files share. `quaestor` and `demo` are templates, so nothing
     * stays connected to them.
     */
    postgres: string;
  }
}

/**
 * Nothing has to survive a power failure. Commits still wait in order, so that a kill finds them in a realistic state.
 */
const SHARED = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  checkpoint_timeout: '1h',
  max_wal_size: '4GB',
};

/**
 * Runs once before all tests. Starting a service with its own database takes 4 s, two thirds of it for the database.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await temporaryDirectory();
  const cluster = await makeCluster(directory.path);
  const place = path.join(directory.path, 'shared');
  await mkdir(place);
  const shared = await startCluster(copyCluster(cluster, place), SHARED);
  const [templates, demo] = ['postgres', 'demo'].map(
    (name) => Object.assign(new URL(shared.url), { pathname: `/${name}` }).href,
  ) as [string, string];
  await onServer(templates, 'create database demo template quaestor');
  const service = await startService({ DATABASE_URL: demo, DATA_DIR: directory.path }, ['--demo']);
  while (!service.output().includes('Stop ')) await wait(20);
  await service.end();
  project.provide('cluster', cluster);
  project.provide('postgres', templates);
  return async () => {
    shared.stop();
    await directory.remove();
  };
}
