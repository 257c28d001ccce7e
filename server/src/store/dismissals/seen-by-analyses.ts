import type { DismissedRows } from '../../domain/analysis/dismissed-rows.ts';
import type { Executor } from '../database/database.ts';

interface Range {
  snapshot: string;
  from: string;
  until: string;
}

/**
 * The dismissed rows of a type about the questions of a shard, as they were at the snapshot of the run. If the type has
 * none, this takes one index look-up.
 */
export async function listDismissedRowsIn(
  db: Executor,
  analysisType: string,
  { snapshot, from, until }: Range,
): Promise<DismissedRows[]> {
  const { rows } = await db.query<DismissedRows>({
    text: `select question_id, dismissals.version, about
             from dismissals join questions on questions.id = question_id
            where analysis_type = $1 and withdrawn_at is null
              and pg_visible_in_snapshot(dismissals.transaction_id, $2::pg_snapshot)
              and position >= $3::bigint and position < $4::bigint`,
    values: [analysisType, snapshot, from, until],
  });
  return rows;
}

/** Like `listDismissedRowsIn`, for all questions and the type of the run. */
export async function listDismissedRowsAt(db: Executor, analysisId: string): Promise<DismissedRows[]> {
  const { rows } = await db.query<DismissedRows>({
    text: `select question_id, version, about
             from dismissals join analyses using (analysis_type)
            where analyses.id = $1 and withdrawn_at is null and pg_visible_in_snapshot(transaction_id, snapshot)`,
    values: [analysisId],
  });
  return rows;
}
