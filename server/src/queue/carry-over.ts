import { PgBoss } from 'pg-boss';
import { connectionOptions } from '../store/database/connection.ts';
import { MIGRATION_LIMITS } from '../store/database/migrations.ts';
import { QUEUE_SCHEMA } from './queues.ts';

/** The part of the queue worth keeping: unfinished jobs as they were submitted, without their progress. */
export const KEPT_QUEUE = {
  schema: QUEUE_SCHEMA,
  unfinishedJobs: `select name, data, priority, group_id from ${QUEUE_SCHEMA}.job
                    where state in ('created', 'retry', 'active') order by created_on, id`,
};

export interface CarriedJob {
  name: string;
  data: object;
  priority?: number;
  owner: string | null;
}

/** Adds jobs of another database to the queue of this one, as new jobs; the queue must be installed. */
export async function carryOver(databaseUrl: string, pages: AsyncIterable<readonly CarriedJob[]>): Promise<number> {
  const boss = new PgBoss({
    ...connectionOptions(databaseUrl, MIGRATION_LIMITS),
    schema: QUEUE_SCHEMA,
    migrate: false,
    supervise: false,
    schedule: false,
    max: 1,
  });
  boss.on('error', () => {}); // the calls themselves report errors
  await boss.start();
  let carried = 0;
  try {
    for await (const page of pages) {
      for (const [name, jobs] of Map.groupBy(page, (job) => job.name)) {
        const given = jobs.map(({ data, priority, owner }) => ({
          data,
          ...(priority !== undefined && { priority }),
          ...(owner !== null && { group: { id: owner } }),
        }));
        await boss.insert(name, given);
        carried += given.length;
      }
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  return carried;
}
