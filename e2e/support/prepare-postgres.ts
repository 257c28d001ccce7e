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
    /** A database of the PostgreSQL that all files share. Nobody stays connected to `quaestor` and `demo`, the templates. */
    postgres: string;
  }
}

/** Nothing in it has to survive a loss of power. A commit still waits for its turn: what is killed meets it as it is. */
const SHARED = {
  fsync: 'off',
  full_page_writes: 'off',
  max_connections: '400',
  checkpoint_timeout: '1h',
  max_wal_size: '4GB',
};

/** Once, before all tests: a start of the service with a database of its own takes 4 s, two thirds of which is its database. */
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
