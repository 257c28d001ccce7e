import { PgBoss } from 'pg-boss';
import { connectionOptions } from '../store/connection.ts';
import { MIGRATION_LIMITS } from '../store/migrations.ts';
import { QUEUE_SCHEMA, QUEUES } from './queues.ts';

/** Makes or upgrades the tables of pg-boss and our queues in them. Part of migrating. */
export async function installQueues(databaseUrl: string): Promise<void> {
  const boss = new PgBoss({
    ...connectionOptions(databaseUrl, MIGRATION_LIMITS),
    schema: QUEUE_SCHEMA,
    supervise: false,
    schedule: false,
    max: 2,
  });
  boss.on('error', () => {}); // told by the calls themselves
  await boss.start();
  try {
    for (const [name, options] of Object.entries(QUEUES)) {
      const { deadLetter, ...changeable } = options;
      if ((await boss.getQueue(name)) === null) await boss.createQueue(name, options);
      else await boss.updateQueue(name, { ...changeable, ...(deadLetter !== undefined && { deadLetter }) });
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}
