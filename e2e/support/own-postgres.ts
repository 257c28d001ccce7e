import { inject } from 'vitest';
import { copyCluster, makeCluster, type OwnPostgres, type Preparation, startCluster } from './cluster.ts';

export type { OwnPostgres, Preparation } from './cluster.ts';

/**
 * Starts a PostgreSQL for one test, with a migrated database on a fixed port, to be broken or configured differently.
 */
export async function startOwnPostgres(
  directory: string,
  settings: Readonly<Record<string, string>> = {},
  preparation: Preparation = {},
): Promise<OwnPostgres> {
  const prepared = inject('cluster') as string | undefined; // the console tests prepare no cluster
  const data = prepared === undefined ? await makeCluster(directory) : copyCluster(prepared, directory);
  return startCluster(data, settings, preparation);
}
