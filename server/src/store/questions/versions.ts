import { presentStored } from '../../domain/questions/question.ts';
import { mapInSlices } from '../../limits/slices.ts';
import { CHANGE_OF_VERSION } from '../changes/change-of-version.ts';
import { countGone } from '../changes/gone.ts';
import type { Executor } from '../database/database.ts';
import { wholeWithinBudget } from '../database/page-bytes.ts';

export interface QuestionVersion {
  version: number;
  change: 'created' | 'updated' | 'deleted' | 'restored';
  changed_at: Date;
  changed_by: string;
  /** Null for versions that were written before there were changes. */
  change_id: string | null;
  body: string;
  fitting?: number | null;
}

/** All versions of a question including the current one, newest first; none for an unknown question. */
export async function listQuestionVersions(
  db: Executor,
  questionId: string,
  page: { limit: number; offset: number; before?: number | undefined },
): Promise<{ versions: QuestionVersion[]; total: number }> {
  const { rows } = await db.query<QuestionVersion & { total: string; body_version: number | null }>({
    name: 'list_question_versions',
    text: `
      with every_version as (
        select version, updated_at as changed_at, updated_by as changed_by, ${CHANGE_OF_VERSION} as change_id, deleted_at, body, body_version
          from questions where id = $1
        union all
        select version, changed_at, changed_by, change_id, deleted_at, body, body_version
          from question_versions where question_id = $1),
      named as (
        select version, changed_at, changed_by, change_id, body, body_version,
               case when version = 1                                               then 'created'
                    when deleted_at is not null                                    then 'deleted'
                    when lag(deleted_at) over (order by version) is not null       then 'restored'
                    else 'updated' end as change
          from every_version)
      select counted.total, page.version, page.change, page.changed_at, page.changed_by, page.change_id, page.body, page.body_version, page.fitting
        from (select count(*) as total from every_version) counted
        left join (${wholeWithinBudget(
          `select version, change, changed_at, changed_by, change_id, body, body_version, octet_length(body) + 200 as bytes
             from named
            where version < coalesce($4, 2147483647)
            order by version desc
            limit $2 offset $3`,
          'version, change, changed_at, changed_by, change_id, body, body_version',
          '$2 - 1',
        )}) page on true
       order by version desc`,
    values: [questionId, page.limit, page.offset, page.before ?? null],
  });
  const found = rows.filter((row) => row.version !== null);
  const versions = await mapInSlices(found, ({ body_version, total: _total, ...row }) => ({
    ...row,
    body: presentStored(row.body, body_version),
  }));
  return { versions, total: Number(rows[0]?.total ?? 0) };
}

/** Versions of a question that are kept permanently. Older ones are deleted a day after they were replaced, unless a dataset names them. */
export const MAX_VERSIONS = 1000;

/**
 * Deletes versions beyond the limit of a question's history, at most 100 of each question: more than a write adds. They are
 * kept for a day, because an analysis under way may need versions that were replaced since it began.
 */
export async function deleteOldVersions(
  tx: Executor,
  written: readonly { question: { id: string; version: number } }[],
): Promise<void> {
  const questions = written.map(({ question }) => question).filter(({ version }) => version > MAX_VERSIONS);
  if (questions.length === 0) return;
  await tx.query({
    text: `with removed as (
           delete from question_versions kept
            using unnest($1::uuid[], $2::integer[]) as given (id, version)
            cross join lateral (select question_versions.version from question_versions
                                 where question_id = given.id and question_versions.version <= given.version - ${MAX_VERSIONS}
                                   and changed_at < now() - interval '1 day'
                                   and not exists (select from questions
                                                     join dataset_chunks on positions @> position
                                                    where questions.id = given.id
                                                      and versions[array_position(question_ids, given.id)] = question_versions.version)
                                 order by question_versions.version limit 100) old
            where kept.question_id = given.id and kept.version = old.version
           returning kept.change_id)
           ${countGone('select change_id from removed')}`,
    values: [questions.map(({ id }) => id), questions.map(({ version }) => version)],
  });
}
