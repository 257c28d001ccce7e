import { PgBoss } from 'pg-boss';
import { connectionOptions } from '../store/database/connection.ts';
import { MIGRATION_LIMITS } from '../store/database/migrations.ts';
import type { AnyJobKind, JobDeps } from './job-kind.ts';
import { QUEUE_SCHEMA, queuesOf } from './queues.ts';

/** Creates or upgrades the tables of pg-boss and the queues of all kinds of jobs. Part of migrating. */
export async function installQueues<Deps extends JobDeps>(
  databaseUrl: string,
  kinds: readonly AnyJobKind<Deps>[],
): Promise<void> {
  const boss = new PgBoss({
    ...connectionOptions(databaseUrl, MIGRATION_LIMITS),
    schema: QUEUE_SCHEMA,
    supervise: false,
    schedule: false,
    max: 2,
  });
  boss.on('error', () => {}); // the calls themselves report errors
  await boss.start();
  try {
    for (const { name, ...options } of queuesOf(kinds)) {
      if ((await boss.getQueue(name)) === null) await boss.createQueue(name, options);
      else await boss.updateQueue(name, options);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}
