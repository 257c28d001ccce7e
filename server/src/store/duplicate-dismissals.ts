import type { Executor } from './database.ts';

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
