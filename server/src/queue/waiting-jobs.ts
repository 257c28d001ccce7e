import type { Executor } from '../store/database/executor.ts';
import { QUEUE_SCHEMA } from './queues.ts';

interface WaitingJobs {
  queue: string;
  waiting: number;
  /** The age of the oldest due job. */
  oldest_seconds: number;
}

/**
 * The number of due jobs in each queue that nobody has taken, and the age of the oldest. It reads the index by which
 * jobs are taken, so ended jobs cost nothing: 150 ms with 333,000 waiting jobs, the shards of a thousand analyses of
 * 10 M questions.
 */
export async function listWaitingJobs(db: Executor): Promise<WaitingJobs[]> {
  const { rows } = await db.query<WaitingJobs>({
    name: 'list_waiting_jobs',
    text: `select queue.name as queue, waiting::integer, coalesce(extract(epoch from now() - since), 0)::float8 as oldest_seconds
             from ${QUEUE_SCHEMA}.queue
            cross join lateral (
                  select count(*) as waiting, min(start_after) as since
                    from ${QUEUE_SCHEMA}.job
                   where job.name = queue.name and state < 'active' and not blocked and start_after <= now()) due`,
  });
  return rows;
}

interface QueueWork {
  /** The queues with a job that may be taken now. */
  due: string[];
  /** Whether any process has a job whose heartbeat must be watched. */
  active: boolean;
}

/**
 * What the slots would find if each of them polled. Jobs have owners, so the index of active jobs by owner contains all
 * of them.
 */
const FIND_QUEUE_WORK = `
  select coalesce(array_agg(name) filter (where exists (
           select from ${QUEUE_SCHEMA}.job
            where job.name = queue.name and state < 'active' and not blocked and start_after <= now())), '{}') as due,
         exists (select from ${QUEUE_SCHEMA}.job where state = 'active' and group_id is not null) as active
    from ${QUEUE_SCHEMA}.queue`;

export async function findQueueWork(db: {
  executeSql(text: string): Promise<{ rows: unknown[] }>;
}): Promise<QueueWork> {
  const { rows } = await db.executeSql(FIND_QUEUE_WORK);
  return rows[0] as QueueWork;
}
