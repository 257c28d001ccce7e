import { inject } from 'vitest';
import { copyCluster, makeCluster, type OwnPostgres, type Preparation, startCluster } from './cluster.ts';

export type { OwnPostgres, Preparation } from './cluster.ts';

/** A migrated database in a PostgreSQL of the test's own, on one port for good: to be struck, or with settings of its own. */
export async function startOwnPostgres(
  directory: string,
  settings: Readonly<Record<string, string>> = {},
  preparation: Preparation = {},
): Promise<OwnPostgres> {
  const prepared = inject('cluster') as string | undefined; // the console makes no cluster beforehand
  const data = prepared === undefined ? await makeCluster(directory) : copyCluster(prepared, directory);
  return startCluster(data, settings, preparation);
}
