import type { BulkWork } from '../../domain/bulk/bulk-change.ts';
import type { RequestedFilter } from '../../domain/questions/filter.ts';
import type { Executor } from '../database/database.ts';

/** What a change was about, from the records that it left. */
export interface ChangeTraces {
  id: string;
  /** The first question that it wrote. */
  question_id: string | null;
  version: number | null;
  /** As it is now; null once the question is purged. */
  question_text: string | null;
  /** A bulk change. */
  filter: RequestedFilter | null;
  work: BulkWork | null;
  /** An import. */
  file_name: string | null;
  file_owner: string | null;
  /** A merge of categories. */
  from: string | null;
  into: string | null;
}

/** Every table is read by its primary key. */
export async function listChangeTraces(db: Executor, ids: readonly string[]): Promise<Map<string, ChangeTraces>> {
  const { rows } = await db.query<ChangeTraces>({
    name: 'list_change_traces',
    text: `select changes.id, member.question_id, member.version, questions.question_text,
                  bulk_changes.filter, bulk_changes.work, imports.file_name, imports.owner as file_owner,
                  (select name from categories where categories.id = merges.from_id) as "from",
                  (select name from categories where categories.id = merges.into_id) as "into"
             from changes
             left join lateral (
               select coalesce(changes.question_ids[1], chunk.question_ids[1]) as question_id,
                      coalesce(changes.versions[1], chunk.versions[1]) as version
                 from (select) one_row
                 left join lateral (select question_ids, versions from change_chunks
                                     where change_id = changes.id and changes.question_ids is null
                                     order by number limit 1) chunk on true) member on true
             left join questions on questions.id = member.question_id
             left join bulk_changes on bulk_changes.id = changes.id
             left join imports on imports.id = changes.id
             left join category_merges merges on merges.id = changes.id
            where changes.id = any($1::uuid[])`,
    values: [ids],
  });
  return new Map(rows.map((row) => [row.id, row]));
}
