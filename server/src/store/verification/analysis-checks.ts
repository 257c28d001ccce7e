import type { Check } from './check.ts';
import { isAhead } from './question-checks.ts';

/** Checks what a run must and must not have in each status. */
const STATES: Check = {
  kinds: [
    'analyses.phase',
    'analyses.started_at',
    'analyses.completed_at',
    'analyses.result',
    'analyses.error',
    'analyses.completed',
    'analyses.snapshot',
  ],
  text: `select kind, id, status
           from analyses
          cross join lateral (values
                ('analyses.phase', case status when 'queued' then phase <> 'waiting'
                                               when 'running' then phase not in ('planning', 'mapping', 'merging')
                                               else phase <> 'finished' end),
                ('analyses.started_at', case when status = 'queued' then started_at is not null
                                             when status in ('running', 'succeeded') then started_at is null
                                             else false end or started_at > completed_at),
                ('analyses.completed_at', (completed_at is null) <> (status in ('queued', 'running'))),
                ('analyses.result', (status = 'succeeded') <> (result is not null)
                                 or (status = 'succeeded') <> (findings is not null)
                                 or (status = 'succeeded') <> (question_count is not null)),
                ('analyses.error', (status = 'failed') <> (error is not null)),
                ('analyses.completed', completed < 0 or completed > total or (status = 'succeeded' and completed <> total)),
                ('analyses.snapshot', (status = 'running' and snapshot is null) or (status = 'queued' and snapshot is not null)
                                   or ${isAhead('pg_snapshot_xmin(snapshot)')})) as checked (kind, wrong)
          where wrong`,
};

/** Every shard is a step, and the merge is one. */
const STEPS: Check = {
  kinds: ['analyses.total', 'analyses.completed_shards'],
  text: `select kind, id, total, completed, shards.planned, shards.done
           from analyses
           left join (select analysis_id, count(*) as planned, count(partial) as done from analysis_shards group by analysis_id) shards
                  on shards.analysis_id = analyses.id
          cross join lateral (values
                ('analyses.total', total <> coalesce(shards.planned, 0) + 1),
                ('analyses.completed_shards', completed <> coalesce(shards.done, 0))) as checked (kind, wrong)
          where status = 'running' and wrong`,
};

/** Runs share rows if one is the copy of another: both are of the same request, and finished. */
const SHARED_ITEMS: Check = {
  kinds: ['analyses.items_id'],
  text: `select 'analyses.items_id' as kind, one.id, one.items_id
           from analyses one
          where one.items_id <> one.id
            and (one.status <> 'succeeded'
                 or exists (select from analyses other where other.items_id = one.items_id and other.fingerprint <> one.fingerprint))`,
};

/** Shards are deleted when their run ends. They are numbered from 0, and those of a population adjoin. */
const SHARDS: Check = {
  kinds: ['analysis_shards.orphan', 'analysis_shards.shard', 'analysis_shards.range', 'analysis_shards.questions'],
  text: `select kind, analysis_id, shard
           from (select s.analysis_id, s.shard, from_position, until_position, questions, partial is null as open, analyses.status,
                        row_number() over run - 1 as place,
                        lag(until_position) over (partition by s.analysis_id, population order by s.shard) as before
                   from analysis_shards s
                   left join analyses on analyses.id = s.analysis_id
                 window run as (partition by s.analysis_id order by s.shard)) numbered
          cross join lateral (values
                ('analysis_shards.orphan', status is distinct from 'running'),
                ('analysis_shards.shard', shard <> place),
                ('analysis_shards.range', from_position >= until_position or from_position <> coalesce(before, 0)),
                ('analysis_shards.questions', (questions is null) <> open)) as checked (kind, wrong)
          where wrong`,
};

/**
 * If a run is deleted while a worker is still storing rows, these carry its attempt, and the sweep deletes them.
 * Purging a question leaves its rows; if the question still exists, so does the version that was analysed.
 */
const ITEMS: Check = {
  kinds: ['analysis_items.orphan', 'analysis_items.count', 'analysis_items.version'],
  text: `select kind, items_id, rank, shard
           from analysis_items
          cross join lateral (values
                ('analysis_items.orphan', attempt = '00000000-0000-0000-0000-000000000000'
                  and not exists (select from analyses where analyses.items_id = analysis_items.items_id)),
                ('analysis_items.count', count <> cardinality(bodies) or count <> cardinality(question_ids) or count <> cardinality(versions)),
                ('analysis_items.version', exists (
                  select from unnest(question_ids, versions) as item (question_id, version)
                    join questions on questions.id = item.question_id
                   where item.version not between 1 and questions.version))) as checked (kind, wrong)
          where wrong`,
};

/** Without a job a run never continues. pg-boss has its tables in a separate schema. */
const jobs = (queueSchema: string): Check => ({
  kinds: ['analyses.job'],
  text: `select 'analyses.job' as kind, id, status
           from analyses
          where status in ('queued', 'running')
            and not exists (select from ${queueSchema}.job
                             where name like 'analysis.%' and job.state in ('created', 'retry', 'active')
                               and data ->> 'analysis_id' = analyses.id::text)`,
});

const recordedJobs = (queueSchema: string): Check => ({
  kinds: ['jobs.job'],
  text: `select 'jobs.job' as kind, id, jobs.kind as job_kind, status
           from jobs
          where completed_at is null
            and not exists (select from ${queueSchema}.job
                             where job.name in (jobs.kind, jobs.kind || '.dead') and job.state in ('created', 'retry', 'active')
                               and data ->> 'id' = jobs.id::text)`,
});

export const analysisChecks = (queueSchema: string): readonly Check[] => [
  STATES,
  STEPS,
  SHARED_ITEMS,
  SHARDS,
  ITEMS,
  jobs(queueSchema),
  recordedJobs(queueSchema),
];
