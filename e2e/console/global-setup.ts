import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { TestProject } from 'vitest/node';
import { startService, temporaryDirectory } from '../support/service.ts';
import type { SharedPlace } from './shared-place.ts';

declare module 'vitest' {
  interface ProvidedContext {
    places: readonly SharedPlace[];
  }
}

/** Starts a service with the demo bank for each worker, as `npm start` does. */
export async function setup({ provide, config }: TestProject): Promise<() => Promise<void>> {
  const root = path.resolve(import.meta.dirname, '../..');
  execFileSync('node', ['console/scripts/build-if-stale.ts'], { cwd: root, stdio: 'inherit' });
  const started = await Promise.all(Array.from({ length: config.maxWorkers }, startDemo));
  provide(
    'places',
    started.map(({ service: { origin, authorization }, databaseUrl }) => ({ origin, authorization, databaseUrl })),
  );
  return async () => {
    await Promise.all(started.map(({ end }) => end()));
  };
}

async function startDemo() {
  const directory = await temporaryDirectory();
  const environment = {
    DATA_DIR: directory.path,
    LIMIT_POINTS: '1000000',
    LIMIT_POINTS_ANONYMOUS: '100000',
    OVERLOAD_DELAY_MS: '0',
    ...{ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_NETWORKS: '127.0.0.0/8' }, // a receiver on this machine
  };
  const service = await startService(environment, ['--demo']);
  while (!service.output().includes('Stop ')) await wait(50); // the bank is loaded
  const [, , , port] = readFileSync(path.join(directory.path, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const databaseUrl = `postgres://quaestor@127.0.0.1:${port}/quaestor`;
  const end = async () => {
    await service.end();
    await directory.remove();
  };
  return { service, databaseUrl, end };
}
