import type { Executor } from './database/database.ts';

/** The progress of a job, as other people may see it. */
export interface JobProgress {
  id: string;
  kind: 'analysis' | 'import';
  status: string;
  completed: number;
  total: number;
  phase: string;
  actor: string;
}

const MAX_JOBS = 200;

/** Running analyses and imports, and those in `ids` whatever their status. */
export async function listJobProgress(db: Executor, ids: readonly string[]): Promise<JobProgress[]> {
  const { rows } = await db.query<JobProgress>({
    name: 'list_job_progress',
    text: `(select id, 'analysis' as kind, status::text as status, completed::float8 as completed, total::float8 as total, phase, owner as actor
              from analyses
             where status in ('queued', 'running') and status = 'running' or id = any($1::uuid[])
             limit ${MAX_JOBS})
            union all
           (select imports.id, 'import', jobs.status, least(jobs.completed, size.total)::float8, size.total::float8,
                   case when jobs.completed_at is not null then 'finished' when checked_at is null then 'checking' else 'writing' end, imports.actor
              from jobs
              join imports on imports.id = jobs.id
             cross join lateral (select case when (options ->> 'dry_run')::boolean then bytes else 2 * bytes end as total) size
             where jobs.kind = 'import.run' and jobs.completed_at is null and jobs.status = 'running' or jobs.id = any($1::uuid[])
             limit ${MAX_JOBS})`,
    values: [ids.slice(0, 2 * MAX_JOBS)],
  });
  return rows;
}
