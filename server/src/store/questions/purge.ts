import { CHANGE_OF_VERSION } from '../changes/change-of-version.ts';
import { countGone } from '../changes/gone.ts';
import type { Executor } from '../database/database.ts';

/**
 * Purges questions that were deleted before the given time, with their history, their features and everything about
 * them.
 */
export async function deletePurgeableQuestions(db: Executor, deletedBefore: Date, limit: number): Promise<number> {
  const { rows } = await db.query<{ purged: string }>({
    text: `
      with chosen as (
        select position, id
          from questions
         where deleted_at < $1
         order by deleted_at
         limit $2
           for update skip locked),
      features as (
        delete from question_features using chosen where question_features.position = chosen.position),
      dismissed_pairs as (
        delete from duplicate_dismissals using chosen where question_a = chosen.id or question_b = chosen.id),
      dismissed_rows as (
        delete from dismissals using chosen where question_id = chosen.id),
      said as (
        delete from comments using chosen where question_id = chosen.id),
      assigned as (
        delete from assignments using chosen where question_id = chosen.id or other_id = chosen.id),
      merges as (
        delete from question_merges using chosen where question_merges.question_id = chosen.id),
      history as (
        delete from question_versions using chosen where question_versions.question_id = chosen.id
        returning change_id),
      gone as (
        update datasets set gone = gone + named.count
          from (select dataset_id, count(*) as count
                  from chosen join dataset_chunks on positions @> position and chosen.id = any(question_ids)
                 group by dataset_id) named
         where datasets.id = named.dataset_id),
      purged as (
        delete from questions using chosen where questions.id = chosen.id
        returning ${CHANGE_OF_VERSION} as change_id),
      members as (
        ${countGone('select change_id from history union all select change_id from purged')})
      select count(*) as purged from purged`,
    values: [deletedBefore, limit],
  });
  return Number(rows[0]?.purged ?? 0);
}
