import type { Executor } from '../database/database.ts';

/** A question that was merged into another one: `version` is its deletion. */
interface QuestionMerge {
  question_id: string;
  version: number;
  merged_into: string;
  change_id: string;
}

/**
 * The question that a deleted one was merged into, if its last version is a merge. One that was restored and deleted
 * again was merged into none.
 */
export async function findMergedInto(
  db: Executor,
  { id, version }: { id: string; version: number },
): Promise<string | undefined> {
  const { rows } = await db.query<{ merged_into: string }>({
    name: 'find_merged_into',
    text: 'select merged_into from question_merges where question_id = $1 and version = $2',
    values: [id, version],
  });
  return rows[0]?.merged_into;
}

/**
 * Records a merge and moves what belongs to the question: comments, and the valid dismissals of its rows and pairs.
 * References that the other question also has are not moved. `survivorVersion` is the current version of the other
 * question.
 */
export async function insertQuestionMerge(
  tx: Executor,
  { question_id, version, merged_into, change_id }: QuestionMerge,
  survivorVersion: number,
): Promise<void> {
  await tx.query({
    name: 'insert_question_merge',
    text: `
      with moved_dismissals as (
        update dismissals
           set question_id = $3, version = $5, transaction_id = pg_current_xact_id()
         where question_id = $1 and version = $2 - 1 and withdrawn_at is null
           and not exists (select from dismissals same
                            where same.question_id = $3 and same.analysis_type = dismissals.analysis_type and same.about = dismissals.about)
        returning id),
      moved_pairs as (
        update duplicate_dismissals
           set question_a = least($3, third), question_b = greatest($3, third), transaction_id = pg_current_xact_id()
          from (select id, case when question_a = $1 then question_b else question_a end as third
                  from duplicate_dismissals where (question_a = $1 or question_b = $1) and withdrawn_at is null) pairs
         where duplicate_dismissals.id = pairs.id and third <> $3
           and not exists (select from duplicate_dismissals same
                            where same.question_a = least($3, third) and same.question_b = greatest($3, third))
        returning duplicate_dismissals.id),
      moved_comments as (
        update comments set question_id = $3 where question_id = $1 returning id)
      insert into question_merges (question_id, version, merged_into, change_id, dismissals, pairs, comments)
      values ($1::uuid, $2::integer, $3::uuid, $4, array(select id from moved_dismissals), array(select id from moved_pairs),
              array(select id from moved_comments))`,
    values: [question_id, version, merged_into, change_id, survivorVersion],
  });
}

/**
 * Moves back what a merge has moved, as far as it still exists; `version` is the one in which the merged question was
 * restored. It does nothing if the change did not merge this question.
 */
export async function moveBackMerged(
  tx: Executor,
  changeId: string,
  { id, version }: { id: string; version: number },
): Promise<void> {
  await tx.query({
    name: 'move_back_merged',
    text: `
      with merged as materialized (
        select question_id as id, merged_into, dismissals, pairs, comments from question_merges
         where change_id = $1 and question_id = $3),
      dismissals_back as (
        update dismissals
           set question_id = merged.id, version = $2, transaction_id = pg_current_xact_id()
          from merged
         where dismissals.id = any(merged.dismissals) and question_id = merged_into
           and not exists (select from dismissals same
                            where same.question_id = merged.id and same.analysis_type = dismissals.analysis_type and same.about = dismissals.about)),
      pairs_back as (
        update duplicate_dismissals
           set question_a = least(merged.id, third), question_b = greatest(merged.id, third), transaction_id = pg_current_xact_id()
          from merged
          join lateral (select id, case when question_a = merged_into then question_b else question_a end as third
                          from duplicate_dismissals
                         where id = any(merged.pairs) and (question_a = merged_into or question_b = merged_into)) moved on true
         where duplicate_dismissals.id = moved.id
           and not exists (select from duplicate_dismissals same
                            where same.question_a = least(merged.id, third) and same.question_b = greatest(merged.id, third)))
      update comments set question_id = merged.id
        from merged
       where comments.id = any(merged.comments) and comments.question_id = merged_into`,
    values: [changeId, version, id],
  });
}
