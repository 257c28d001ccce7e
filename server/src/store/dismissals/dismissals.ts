import type { Executor } from '../database/database.ts';
import { deleteBatchBefore } from '../database/delete-batch.ts';

/** Rows about a question, at one version of it, that were dismissed for a type of analysis. */
export interface RowDismissal {
  id: string;
  analysis_type: string;
  question_id: string;
  version: number;
  /** Sorted, without repeats. */
  about: readonly string[];
  reason: string | null;
  created_at: Date;
  created_by: string;
}

const COLUMNS = 'id, analysis_type, question_id, version, about, reason, created_at, created_by';

/** A dismissal is valid as long as the question has its version. */
export const IS_VALID = `withdrawn_at is null
  and exists (select from questions where questions.id = question_id and questions.version = dismissals.version and deleted_at is null)`;

/** Finds a dismissal that covers at least the same subjects. */
export async function findRowDismissal(
  db: Executor,
  { question_id, analysis_type, version, about }: RowDismissal,
): Promise<RowDismissal | undefined> {
  const { rows } = await db.query<RowDismissal>({
    text: `select ${COLUMNS} from dismissals
            where question_id = $1 and analysis_type = $2 and version = $3 and about @> $4::text[] and withdrawn_at is null
            order by id limit 1`,
    values: [question_id, analysis_type, version, about],
  });
  return rows[0];
}

/**
 * Undefined if the same was already dismissed; that row is then locked until the transaction ends. A dismissal that was
 * withdrawn or is for another version becomes a new one with a new id.
 */
export async function insertRowDismissal(tx: Executor, dismissal: RowDismissal): Promise<RowDismissal | undefined> {
  const { id, analysis_type, question_id, version, about, reason, created_at, created_by } = dismissal;
  const { rows } = await tx.query<RowDismissal>({
    text: `insert into dismissals as old (id, analysis_type, question_id, version, about, reason, created_at, created_by)
           values ($1, $2, $3, $4, $5, $6, $7, $8)
           on conflict (question_id, analysis_type, about) do update
              set id = excluded.id, version = excluded.version, reason = excluded.reason, created_at = excluded.created_at,
                  created_by = excluded.created_by, withdrawn_at = null, transaction_id = pg_current_xact_id()
            where old.withdrawn_at is not null or old.version <> excluded.version
           returning ${COLUMNS}`,
    values: [id, analysis_type, question_id, version, about, reason, created_at, created_by],
  });
  return rows[0];
}

/**
 * Lets the rows appear again; false if there is no such dismissal. The record stays, because it shows analyses that
 * something changed.
 */
export async function withdrawRowDismissal(tx: Executor, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `update dismissals set withdrawn_at = $2, transaction_id = pg_current_xact_id() where id = $1 and ${IS_VALID}`,
    values: [id, now],
  });
  return rowCount === 1;
}

/** A withdrawn dismissal shows analyses that something changed. Once it is older than all of them, it is useless. */
export function deleteRowDismissalsWithdrawnBefore(db: Executor, before: Date, limit: number): Promise<number> {
  return deleteBatchBefore(db, { table: 'dismissals', time: 'withdrawn_at' }, before, limit);
}

/**
 * Examines the next `limit` dismissals after an id and deletes those whose question was changed before the given time.
 * Returns where to continue, undefined at the end.
 */
export async function deleteVoidDismissals(
  db: Executor,
  { after, limit }: { after: string; limit: number },
  changedBefore: Date,
): Promise<string | undefined> {
  const { rows } = await db.query<{ last: string | null; looked: number }>({
    text: `with looked as (select id, question_id, version from dismissals where id > $1 order by id limit $2),
                removed as (
                  delete from dismissals using looked
                   where dismissals.id = looked.id
                     and not exists (select from questions
                                      where questions.id = looked.question_id
                                        and (questions.version = looked.version or questions.updated_at >= $3)))
           select (select id from looked order by id desc limit 1) as last, count(*)::integer as looked from looked`,
    values: [after, limit, changedBefore],
  });
  const { last = null, looked = 0 } = rows[0] ?? {};
  return looked < limit ? undefined : (last ?? undefined);
}
