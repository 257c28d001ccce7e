import type { Executor } from './database.ts';
import { wholeWithinBudget } from './page-bytes.ts';

export interface QuestionVersion {
  version: number;
  change: 'created' | 'updated' | 'deleted' | 'restored';
  changed_at: Date;
  changed_by: string;
  body: string;
  fitting?: number | null;
}

/** All versions of a question, newest first, the current one included; an unknown question has none. */
export async function listQuestionVersions(
  db: Executor,
  questionId: string,
  page: { limit: number; offset: number; before?: number | undefined },
): Promise<{ versions: QuestionVersion[]; total: number }> {
  const { rows } = await db.query<QuestionVersion & { total: string }>({
    name: 'list_question_versions',
    text: `
      with every_version as (
        select version, updated_at as changed_at, updated_by as changed_by, deleted_at, body
          from questions where id = $1
        union all
        select version, changed_at, changed_by, deleted_at, body
          from question_versions where question_id = $1),
      named as (
        select version, changed_at, changed_by, body,
               case when version = 1                                               then 'created'
                    when deleted_at is not null                                    then 'deleted'
                    when lag(deleted_at) over (order by version) is not null       then 'restored'
                    else 'updated' end as change
          from every_version)
      select counted.total, page.version, page.change, page.changed_at, page.changed_by, page.body, page.fitting
        from (select count(*) as total from every_version) counted
        left join (${wholeWithinBudget(
          `select version, change, changed_at, changed_by, body, octet_length(body) + 200 as bytes
             from named
            where version < coalesce($4, 2147483647)
            order by version desc
            limit $2 offset $3`,
          'version, change, changed_at, changed_by, body',
          '$2 - 1',
        )}) page on true
       order by version desc`,
    values: [questionId, page.limit, page.offset, page.before ?? null],
  });
  return { versions: rows.filter((row) => row.version !== null), total: Number(rows[0]?.total ?? 0) };
}

/** Versions of a question that are kept for good; older ones go a day after they were replaced. */
export const MAX_VERSIONS = 1000;

/** A day, because an analysis under way may need what was replaced since it began. Some at a time, more than are added. */
export async function deleteOldVersions(tx: Executor, questionId: string, version: number): Promise<void> {
  await tx.query({
    text: `delete from question_versions
            where question_id = $1
              and version in (select version from question_versions
                               where question_id = $1 and version <= $2::integer - ${MAX_VERSIONS}
                                 and changed_at < now() - interval '1 day'
                               order by version limit 100)`,
    values: [questionId, version],
  });
}
