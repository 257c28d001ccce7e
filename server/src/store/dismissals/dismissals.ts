import { AppError } from '../../errors.ts';
import { lockCount } from '../database/count-lock.ts';
import type { Executor } from '../database/database.ts';
import { deleteBatchBefore } from '../database/delete-batch.ts';

/** What somebody has dismissed of the rows that a type of analysis has about a question, at one version of it. */
export interface RowDismissal {
  id: string;
  analysis_type: string;
  question_id: string;
  version: number;
  /** In order, each once. */
  about: readonly string[];
  reason: string | null;
  created_at: Date;
  created_by: string;
}

const COLUMNS = 'id, analysis_type, question_id, version, about, reason, created_at, created_by';

/** It holds as long as the question has its version. */
export const HOLDS = `withdrawn_at is null
  and exists (select from questions where questions.id = question_id and questions.version = dismissals.version and deleted_at is null)`;

/** One that says at least as much. */
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
 * Undefined when the same was dismissed already, and then that row is held until the transaction ends. One that was withdrawn
 * or is of another version becomes a new one with an id of its own.
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

/** Lets the rows come again; false when there is no such dismissal (any more). The row stays, to tell analyses that something changed. */
export async function withdrawRowDismissal(tx: Executor, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `update dismissals set withdrawn_at = $2, transaction_id = pg_current_xact_id() where id = $1 and ${HOLDS}`,
    values: [id, now],
  });
  return rowCount === 1;
}

/** Of all principals together: a run reads those of its type, so they must stay few. */
export const MAX_DISMISSALS = 100_000;

export async function requireQuotaForAll(tx: Executor, max: number = MAX_DISMISSALS): Promise<void> {
  await lockCount(tx, 'all dismissals');
  const { rows } = await tx.query<{ full: boolean }>({
    name: 'require_room_for_dismissals',
    text: 'select exists (select from dismissals offset $1) as full',
    values: [max - 1],
  });
  if (rows[0]?.full !== true) return;
  throw new AppError('quota_exceeded', {
    detail: `The bank has ${max} dismissals; the limit is ${max}. Withdraw some, or change the questions they are about.`,
  });
}

/** A withdrawn one tells analyses that something changed; older than any of them, it tells nothing. */
export function deleteRowDismissalsWithdrawnBefore(db: Executor, before: Date, limit: number): Promise<number> {
  return deleteBatchBefore(db, { table: 'dismissals', time: 'withdrawn_at' }, before, limit);
}

/**
 * Looks at the next `limit` dismissals behind an id and removes those whose question was changed before the given time; gives
 * back where to go on, undefined at the end.
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
