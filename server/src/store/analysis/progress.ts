import type { AnalysisError, PositionRange } from '../../domain/analysis/analysis.ts';
import type { Executor } from '../database/database.ts';

/** Starts a run and takes its snapshot of the bank; undefined if it has already started or ended. */
export async function startAnalysis(tx: Executor, id: string, now: Date): Promise<{ owner: string } | undefined> {
  const { rows } = await tx.query<{ owner: string }>({
    text: `update analyses
              set status = 'running', phase = 'planning', started_at = $2, snapshot_at = $2, snapshot = pg_current_snapshot()
            where id = $1 and status = 'queued'
           returning owner`,
    values: [id, now],
  });
  return rows[0];
}

export interface PlannedShard extends PositionRange {
  population: number;
}

/** The shards of a run; together with the merge they are its steps. */
export async function insertShards(tx: Executor, id: string, shards: readonly PlannedShard[]): Promise<void> {
  await tx.query({
    text: `with planned as (update analyses set phase = 'mapping', total = cardinality($2::bigint[]) + 1 where id = $1)
           insert into analysis_shards (analysis_id, shard, from_position, until_position, population)
           select $1, ordinal - 1, from_position, until_position, population
             from unnest($2::bigint[], $3::bigint[], $4::smallint[])
                  with ordinality as given (from_position, until_position, population, ordinal)`,
    values: [
      id,
      shards.map(({ from }) => from),
      shards.map(({ until }) => until),
      shards.map(({ population }) => population),
    ],
  });
}

/**
 * Stores and returns the turn in which the run takes its shards: the one that is due now, or the one after the owner's
 * last. Small runs wait only for other small runs.
 */
export async function takeTurn(
  tx: Executor,
  { id, owner }: { id: string; owner: string },
  maxSmallShards: number,
): Promise<number> {
  const { rows } = await tx.query<{ first_turn: number }>({
    text: `with waiting as (
             select owner, first_turn, completed, total, total > $3 + 1 as large
               from analyses where status = 'running' and phase = 'mapping' and first_turn is not null)
           update analyses run
              set first_turn = greatest(
                    (select coalesce(min(first_turn + completed), 0) from waiting),
                    (select coalesce(max(first_turn + total), 0) from waiting where owner = $2 and large = (run.total > $3 + 1)))
            where id = $1
           returning first_turn`,
    values: [id, owner, maxSmallShards],
  });
  return rows[0]?.first_turn ?? 0;
}

export interface Shard {
  population: number;
  snapshot: string;
  from: string;
  until: string;
}

/** Undefined if the shard is done or its run has ended. */
export async function findOpenShard(db: Executor, id: string, shard: number): Promise<Shard | undefined> {
  const { rows } = await db.query<Shard>({
    name: 'find_open_shard',
    text: `select population, snapshot::text as snapshot, from_position as from, until_position as until
             from analysis_shards
             join analyses on analyses.id = analysis_id
            where analysis_id = $1 and shard = $2 and partial is null and status = 'running'`,
    values: [id, shard],
  });
  return rows[0];
}

/**
 * Keeps a shard's partial result. False if another worker was first or the run has ended. The run is locked before the
 * shard, as by everything that ends a run, so nothing can end it before its step is counted.
 */
export async function finishShard(
  tx: Executor,
  id: string,
  shard: number,
  { questions, partial }: { questions: number; partial: Uint8Array },
): Promise<boolean> {
  const { rowCount } = await tx.query({
    name: 'finish_shard',
    text: `with running as materialized (select id from analyses where id = $1 and status = 'running' for no key update)
           update analysis_shards
              set questions = $3, partial = $4
             from running
            where analysis_id = running.id and shard = $2 and partial is null`,
    values: [id, shard, questions, Buffer.from(partial.buffer, partial.byteOffset, partial.byteLength)],
  });
  return rowCount === 1;
}

/** Counts a step; true when only the merge is left. */
export async function advanceAnalysis(tx: Executor, id: string): Promise<boolean> {
  const { rows } = await tx.query<{ mapped: boolean }>({
    name: 'advance_analysis',
    text: `update analyses
              set completed = completed + 1,
                  phase = case when completed + 2 = total then 'merging' else phase end
            where id = $1
           returning completed + 1 = total as mapped`,
    values: [id],
  });
  return rows[0]?.mapped === true;
}

interface StoredPartial {
  questions: number;
  population: number;
  partial: Buffer;
}

/** Questions counted by the shards: `asked` in the first population, `all` in all populations. */
export async function countQuestions(db: Executor, id: string): Promise<{ asked: number; all: number }> {
  const { rows } = await db.query<{ asked: number; all: number }>({
    text: `select coalesce(sum(questions) filter (where population = 0), 0)::float8 as asked, coalesce(sum(questions), 0)::float8 as all
             from analysis_shards where analysis_id = $1`,
    values: [id],
  });
  return rows[0] ?? { asked: 0, all: 0 };
}

/** The size of each partial result in bytes, in the order of the shards. */
export async function listPartialSizes(db: Executor, id: string): Promise<number[]> {
  const { rows } = await db.query<{ size: number }>({
    text: `select coalesce(octet_length(partial), 0) as size from analysis_shards where analysis_id = $1 order by shard`,
    values: [id],
  });
  return rows.map(({ size }) => size);
}

/** Partial results in the order of the bank, population by population, in batches. */
export async function listPartials(db: Executor, id: string, from: number, limit: number): Promise<StoredPartial[]> {
  const { rows } = await db.query<StoredPartial>({
    text: `select questions, population, partial from analysis_shards where analysis_id = $1 and shard >= $2 and shard < $2 + $3 order by shard`,
    values: [id, from, limit],
  });
  return rows;
}

interface FinishedAnalysis {
  question_count: number;
  /** Each is JSON. */
  findings: readonly string[];
  result: string;
}

/** False if the run has already ended. */
export async function succeedAnalysis(
  tx: Executor,
  id: string,
  finished: FinishedAnalysis,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `with shards as (delete from analysis_shards where analysis_id = $1)
           update analyses
              set status = 'succeeded', phase = 'finished', completed = total, completed_at = $2,
                  question_count = $3, findings = $4, result = $5
            where id = $1 and status = 'running'`,
    values: [id, now, finished.question_count, finished.findings, finished.result],
  });
  return rowCount === 1;
}

/** Ends an unfinished run with its error; undefined if it has already ended. */
export async function failAnalysis(
  tx: Executor,
  id: string,
  error: AnalysisError,
  now: Date,
): Promise<{ owner: string; analysis_type: string } | undefined> {
  const { rows } = await tx.query<{ owner: string; analysis_type: string }>({
    text: `with shards as (delete from analysis_shards where analysis_id = $1)
           update analyses
              set status = 'failed', phase = 'finished', completed_at = $2, error = $3
            where id = $1 and status in ('queued', 'running')
           returning owner, analysis_type`,
    values: [id, now, JSON.stringify(error)],
  });
  return rows[0];
}

/** The given runs that have ended, whose work can stop. */
export async function listEnded(db: Executor, ids: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'list_ended_analyses',
    text: `select id from unnest($1::uuid[]) given (id)
            where not exists (select from analyses where analyses.id = given.id and status in ('queued', 'running'))`,
    values: [ids],
  });
  return rows.map((row) => row.id);
}
