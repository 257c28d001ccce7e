import type { AnalysisError, AnalysisPhase, AnalysisRequest, AnalysisStatus } from '../../domain/analysis/analysis.ts';
import type { SentencesByPath } from '../../domain/sentences/write.ts';
import { lockCount } from '../database/count-lock.ts';
import type { Executor } from '../database/database.ts';

/** A stored run of an analysis. `result` is JSON text, passed on without parsing. */
export interface Analysis extends AnalysisRequest {
  id: string;
  status: AnalysisStatus;
  phase: AnalysisPhase;
  completed: number;
  total: number;
  question_count: number | null;
  engine_version: string;
  owner: string;
  snapshot_at: Date | null;
  created_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
  expires_at: Date;
  items_id: string;
  /** Null for a run without shards, which is done at once and takes no turn. */
  first_turn: number | null;
  /** Each is JSON; in runs of release 0.1 and earlier, a sentence. */
  findings: readonly string[] | null;
  error: AnalysisError | null;
  result: string | null;
}

export const ANALYSIS_COLUMNS = `id, status, phase, completed, total, question_count::float8 as question_count, engine_version, owner,
  snapshot_at, created_at, started_at, completed_at, expires_at, items_id, first_turn, analysis_type, parameters, filter, question_ids, findings, error`;

export interface NewAnalysis extends AnalysisRequest {
  id: string;
  engine_version: string;
  owner: string;
  fingerprint: Buffer;
  created_at: Date;
  expires_at: Date;
}

export async function insertAnalysis(tx: Executor, analysis: NewAnalysis): Promise<void> {
  await tx.query({
    name: 'insert_analysis',
    text: `insert into analyses (id, created_at, expires_at, status, phase, analysis_type, engine_version, owner, fingerprint, items_id,
                  parameters, filter, question_ids)
           values ($1, $2, $3, 'queued', 'waiting', $4, $5, $6, $7, $1, $8, $9, $10)`,
    values: newValues(analysis),
  });
}

/** Copies a finished run of the same request under a new id. Both share their rows. */
export async function insertRepeatedAnalysis(tx: Executor, analysis: NewAnalysis, repeated: string): Promise<void> {
  await tx.query({
    name: 'insert_repeated_analysis',
    text: `insert into analyses (id, created_at, expires_at, status, phase, analysis_type, engine_version, owner, fingerprint, parameters, filter,
                  question_ids, items_id, snapshot_at, snapshot, question_count, completed, total, findings, result, started_at, completed_at)
           select $1, $2, $3, status, phase, $4, $5, $6, $7, $8, $9, $10,
                  items_id, snapshot_at, snapshot, question_count, completed, total, findings, result, $2, $2
             from analyses where id = $11`,
    values: [...newValues(analysis), repeated],
  });
}

function newValues(analysis: NewAnalysis): unknown[] {
  return [
    analysis.id,
    analysis.created_at,
    analysis.expires_at,
    analysis.analysis_type,
    analysis.engine_version,
    analysis.owner,
    analysis.fingerprint,
    JSON.stringify(analysis.parameters),
    analysis.filter === null ? null : JSON.stringify(analysis.filter),
    analysis.question_ids,
  ];
}

/**
 * The newest finished run of the same request whose result is still current: since its snapshot no question was written
 * (or none of those it names), no pair was marked as not the same, and no row of its type was dismissed. A snapshot
 * that is ahead of this server's transactions comes from another server, through a restored dump. The run is locked
 * until the transaction ends, because deleting it would also delete its rows, which the copy shares.
 */
export async function findRepeatedAnalysis(
  tx: Executor,
  fingerprint: Buffer,
  namedIds: readonly string[] | null,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>({
    name: 'find_repeated_analysis',
    text: `select id
             from analyses
            where fingerprint = $1 and status = 'succeeded'
              and pg_snapshot_xmax(snapshot) <= pg_snapshot_xmax(pg_current_snapshot())
              and not exists (select from questions
                               where transaction_id >= pg_snapshot_xmin(snapshot)
                                 and not pg_visible_in_snapshot(transaction_id, snapshot)
                                 and ($2::uuid[] is null or questions.id = any($2)))
              and not exists (select from duplicate_dismissals
                               where transaction_id >= pg_snapshot_xmin(snapshot)
                                 and not pg_visible_in_snapshot(transaction_id, snapshot)
                                 and ($2::uuid[] is null or question_a = any($2) and question_b = any($2)))
              and not exists (select from dismissals
                               where dismissals.analysis_type = analyses.analysis_type
                                 and transaction_id >= pg_snapshot_xmin(snapshot)
                                 and not pg_visible_in_snapshot(transaction_id, snapshot)
                                 and ($2::uuid[] is null or question_id = any($2)))
            order by created_at desc
            limit 1
              for key share of analyses`,
    values: [fingerprint, namedIds],
  });
  return rows[0]?.id;
}

export async function findAnalysis(db: Executor, id: string): Promise<Analysis | undefined> {
  const { rows } = await db.query<Analysis>({
    name: 'find_analysis',
    text: `select ${ANALYSIS_COLUMNS}, result from analyses where id = $1`,
    values: [id],
  });
  return rows[0];
}

/** The previous run of the same request by the same engine. */
export async function findPreviousAnalysis(db: Executor, id: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>({
    name: 'find_previous_analysis',
    text: `select earlier.id
             from analyses later
             join analyses earlier on earlier.fingerprint = later.fingerprint and earlier.created_at < later.created_at
            where later.id = $1 and earlier.status = 'succeeded'
            order by earlier.created_at desc
            limit 1`,
    values: [id],
  });
  return rows[0]?.id;
}

export async function hasAnalysis(db: Executor, id: string): Promise<boolean> {
  const { rows } = await db.query({ name: 'has_analysis', text: 'select from analyses where id = $1', values: [id] });
  return rows.length > 0;
}

export type AnalysisKind = Pick<AnalysisRequest, 'analysis_type' | 'parameters'>;

export async function findAnalysisKind(db: Executor, id: string): Promise<AnalysisKind | undefined> {
  const { rows } = await db.query<AnalysisKind>({
    name: 'find_analysis_kind',
    text: 'select analysis_type, parameters from analyses where id = $1',
    values: [id],
  });
  return rows[0];
}

/** The parts of a result that a report shows in addition to findings and rows. */
export interface ReportedResult {
  method: string;
  warnings: { message: string }[];
  plots: { id: string; title: string; description: string }[];
  /** Null in results of earlier releases. */
  sentences: SentencesByPath | null;
}

/**
 * Null for a run without a result. PostgreSQL takes the result apart: parsing 4 MB here would block other requests for
 * 30 ms.
 */
export async function findReportedResult(db: Executor, id: string, maxPlots: number): Promise<ReportedResult | null> {
  const { rows } = await db.query<ReportedResult>({
    name: 'find_reported_result',
    text: `select parsed ->> 'method' as method, parsed -> 'warnings' as warnings, parsed -> 'sentences' as sentences,
                  (select coalesce(json_agg(json_build_object('id', plot -> 'id', 'title', plot -> 'title', 'description', plot -> 'description') order by place), '[]')
                     from json_array_elements(parsed -> 'plots') with ordinality listed (plot, place) where place <= $2) as plots
             from (select result::json as parsed from analyses where id = $1 and result is not null offset 0) run`,
    values: [id, maxPlots],
  });
  return rows[0] ?? null;
}

/** Null if the run does not exist or has no result. */
export async function findAnalysisResult(db: Executor, id: string): Promise<string | null> {
  const { rows } = await db.query<{ result: string | null }>({
    name: 'find_analysis_result',
    text: 'select result from analyses where id = $1',
    values: [id],
  });
  return rows[0]?.result ?? null;
}

/**
 * Only one caller at a time counts runs until its transaction ends, because there is a limit for all owners together.
 */
export async function countUnfinished(tx: Executor, owner: string): Promise<{ own: number; all: number }> {
  await lockCount(tx, 'all analyses');
  const { rows } = await tx.query<{ own: number; all: number }>({
    name: 'count_unfinished_analyses',
    text: `select count(*) filter (where owner = $1)::integer as own, count(*)::integer as all
             from analyses where status in ('queued', 'running')`,
    values: [owner],
  });
  return rows[0] ?? { own: 0, all: 0 };
}

/** Ends an unfinished run; undefined if it has already ended. */
export async function cancelAnalysis(tx: Executor, id: string, now: Date): Promise<{ owner: string } | undefined> {
  const { rows } = await tx.query<{ owner: string }>({
    text: `update analyses
              set status = 'canceled', phase = 'finished', completed_at = $2
            where id = $1 and status in ('queued', 'running')
           returning owner`,
    values: [id, now],
  });
  // A separate statement, so that it sees the shards of a plan that the update had to wait for.
  await tx.query({ text: 'delete from analysis_shards where analysis_id = $1', values: [id] });
  return rows[0];
}

/**
 * Deletes a run with its shards and, if no other run shares them, its rows. All runs that share the rows are locked
 * first: the next statement then sees what a worker has just written, and when several runs are deleted at once the
 * last one takes the rows.
 */
export async function deleteAnalysis(tx: Executor, id: string): Promise<boolean> {
  await tx.query({
    text: 'select from analyses where items_id = (select items_id from analyses where id = $1) order by id for update',
    values: [id],
  });
  const { rows } = await tx.query<{ deleted: boolean }>({
    text: `with gone as (delete from analyses where id = $1 returning items_id),
                shards as (delete from analysis_shards where analysis_id = $1),
                items as (delete from analysis_items using gone
                           where analysis_items.items_id = gone.items_id
                             and not exists (select from analyses other where other.items_id = gone.items_id and other.id <> $1))
           select exists (select from gone) as deleted`,
    values: [id],
  });
  return rows[0]?.deleted === true;
}

/** Deletes expired runs with their shards. Rows that no longer belong to any run are deleted as orphans, in batches. */
export async function deleteExpiredAnalyses(db: Executor, now: Date, limit: number): Promise<number> {
  const { rows } = await db.query<{ deleted: number }>({
    text: `with gone as (
             delete from analyses
              where ctid = any(array(select ctid from analyses where expires_at < $1 order by expires_at limit $2 for update skip locked))
             returning id),
           shards as (delete from analysis_shards using gone where analysis_id = gone.id)
           select count(*)::integer as deleted from gone`,
    values: [now, limit],
  });
  return rows[0]?.deleted ?? 0;
}
