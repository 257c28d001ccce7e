import type { Executor } from '../database/database.ts';
import { deleteBatchBefore } from '../database/delete-batch.ts';
import type { KeysetPage, KeysetRows } from '../database/owned-rows.ts';

/** Two questions, the smaller id first, so that a pair has one form. */
export type QuestionPair = readonly [string, string];

/** A pair of questions that somebody has marked as not the same. */
export interface Dismissal {
  id: string;
  question_ids: QuestionPair;
  note: string | null;
  created_at: Date;
  created_by: string;
}

const COLUMNS = 'id, array[question_a, question_b] as question_ids, note, created_at, created_by';

/**
 * Marks the pair; undefined if it is already marked: then that row is locked until the transaction ends. A withdrawn
 * mark becomes a new one with a new id: the old id stays unknown, and the order of ids is that of creation.
 */
export async function insertDismissal(tx: Executor, dismissal: Dismissal): Promise<Dismissal | undefined> {
  const { rows } = await tx.query<Dismissal>({
    text: `insert into duplicate_dismissals as old (id, question_a, question_b, note, created_at, created_by)
           values ($1, $2, $3, $4, $5, $6)
           on conflict (question_a, question_b) do update
              set id = excluded.id, note = excluded.note, created_at = excluded.created_at, created_by = excluded.created_by,
                  withdrawn_at = null, transaction_id = pg_current_xact_id()
            where old.withdrawn_at is not null
           returning ${COLUMNS}`,
    values: [dismissal.id, ...dismissal.question_ids, dismissal.note, dismissal.created_at, dismissal.created_by],
  });
  return rows[0];
}

export async function findDismissalOf(db: Executor, pair: QuestionPair): Promise<Dismissal | undefined> {
  const { rows } = await db.query<Dismissal>({
    text: `select ${COLUMNS} from duplicate_dismissals
            where question_a = $1 and question_b = $2 and withdrawn_at is null`,
    values: [...pair],
  });
  return rows[0];
}

/** Withdraws a mark; false if there is none. The record stays, because it shows analyses that something changed. */
export async function withdrawDismissal(tx: Executor, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: `update duplicate_dismissals
              set withdrawn_at = $2, transaction_id = pg_current_xact_id()
            where id = $1 and withdrawn_at is null`,
    values: [id, now],
  });
  return rowCount === 1;
}

const MATCHES = 'withdrawn_at is null and ($1::uuid is null or question_a = $1 or question_b = $1)';

/** Newest first; all of them, or those of one question. People create them one by one, so the total is exact. */
export async function listDismissals(
  db: Executor,
  questionId: string | undefined,
  { limit, offset, after }: KeysetPage,
): Promise<KeysetRows<Dismissal>> {
  const { rows } = await db.query<Dismissal>({
    text: `select ${COLUMNS}
             from duplicate_dismissals
            where ${MATCHES} and ($4::uuid is null or id < $4)
            order by id desc limit $2 offset $3`,
    values: [questionId ?? null, limit, offset, after ?? null],
  });
  const counted = await db.query<{ total: number }>({
    text: `select count(*)::float8 as total from duplicate_dismissals where ${MATCHES}`,
    values: [questionId ?? null],
  });
  return { rows, total: { total: counted.rows[0]?.total ?? 0 } };
}

/** Pairs that were marked as not the same when the run took its snapshot of the bank. */
export async function listDismissedAt(db: Executor, analysisId: string): Promise<[string, string][]> {
  const { rows } = await db.query<{ question_a: string; question_b: string }>({
    text: `select question_a, question_b
             from duplicate_dismissals, analyses
            where analyses.id = $1 and withdrawn_at is null and pg_visible_in_snapshot(transaction_id, snapshot)
            order by question_a, question_b`,
    values: [analysisId],
  });
  return rows.map(({ question_a, question_b }) => [question_a, question_b]);
}

/** A withdrawn mark shows analyses that something changed. Once it is older than all of them, it is useless. */
export function deleteDismissalsWithdrawnBefore(db: Executor, before: Date, limit: number): Promise<number> {
  return deleteBatchBefore(db, { table: 'duplicate_dismissals', time: 'withdrawn_at' }, before, limit);
}
