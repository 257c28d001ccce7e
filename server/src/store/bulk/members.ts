import type { CategoryCatalogue } from '../../domain/categories.ts';
import type { QuestionFilter } from '../../domain/questions/filter.ts';
import type { Executor } from '../database/database.ts';
import { filterConditions, filterSource, Values } from '../questions/conditions.ts';
import { STORED_COLUMNS, type StoredQuestion } from '../questions/questions.ts';

/** The maximum number of members of a bulk change. One statement names them all and has to end in time. */
export const MAX_MEMBERS = 2_000_000;
export const CHUNK = 1000;

/**
 * Names all questions that match a filter, in creation order. One statement sees one state of the bank. Returns how
 * many there are, counting at most one more than the limit.
 */
export async function insertBulkMembers(
  tx: Executor,
  bulkId: string,
  filter: QuestionFilter,
  categories: CategoryCatalogue,
): Promise<number> {
  const values = new Values();
  const id = values.param(bulkId, 'uuid');
  const where = filterConditions(filter, categories, values);
  const { rows } = await tx.query<{ count: number }>({
    text: `
      with named as (
        insert into bulk_members (bulk_id, ordinal, question_ids)
        select ${id}, ordinal, array_agg(id order by position)
          from (select position, id, (row_number() over (order by position) - 1) / ${CHUNK} as ordinal
                  from (select position, questions.id from ${filterSource(filter, values)} where ${where} limit ${MAX_MEMBERS + 1}) meant) numbered
         group by ordinal
        returning cardinality(question_ids) as size)
      select coalesce(sum(size), 0)::integer as count from named`,
    values: values.list,
  });
  return rows[0]?.count ?? 0;
}

/** Counts the questions that match a filter, up to one more than a bulk change may have. */
export async function countBulkMembers(
  db: Executor,
  filter: QuestionFilter,
  categories: CategoryCatalogue,
): Promise<number> {
  const values = new Values();
  const where = filterConditions(filter, categories, values);
  const { rows } = await db.query<{ count: number }>({
    text: `select count(*)::integer as count
             from (select from ${filterSource(filter, values)} where ${where} limit ${MAX_MEMBERS + 1}) meant`,
    values: values.list,
  });
  return rows[0]?.count ?? 0;
}

/** The first questions that match a filter, in creation order. */
export async function listBulkExamples(
  db: Executor,
  filter: QuestionFilter,
  categories: CategoryCatalogue,
  limit: number,
): Promise<StoredQuestion[]> {
  const values = new Values();
  const where = filterConditions(filter, categories, values);
  const { rows } = await db.query<StoredQuestion>({
    text: `select ${STORED_COLUMNS} from questions
            where id = any(array(select questions.id from ${filterSource(filter, values)} where ${where} order by position limit ${limit}))
            order by position`,
    values: values.list,
  });
  return rows;
}

/** A locked member; everything but its id is null if the question was purged. */
export type Member = { [Column in keyof StoredQuestion]: StoredQuestion[Column] | null } & {
  id: string;
  position: string | null;
};

/** The maximum number of JSON characters changed per transaction: about 10 ms of the event loop. */
const MAX_BATCH_LENGTH = 1024 * 1024;

/**
 * The next members after those that are done, at most to the end of their row, and fewer if they are long. Everything
 * that locks several questions does so in one order.
 */
export async function listBulkMembersForUpdate(
  tx: Executor,
  bulkId: string,
  done: number,
  limit: number,
): Promise<Member[]> {
  const { rows } = await tx.query<Member>({
    name: 'list_bulk_members_for_update',
    text: `
      with named as materialized (
        select named.id, place
          from bulk_members cross join lateral unnest(question_ids) with ordinality as named (id, place)
         where bulk_id = $1 and ordinal = $2 and place > $3 and place <= $3 + $4),
      locked as materialized (
        select * from questions where id = any(array(select id from named)) order by id for update),
      walked as (
        select named.id as member_id, place, locked.*,
               sum(length(body)) over (order by place rows between unbounded preceding and 1 preceding) as length_before
          from named left join locked using (id))
      select ${STORED_COLUMNS.replace(/^id/u, 'member_id as id')}, position
        from walked
       where length_before is null or length_before < ${MAX_BATCH_LENGTH}
       order by place`,
    values: [bulkId, Math.floor(done / CHUNK), done % CHUNK, limit],
  });
  return rows;
}

export async function deleteBulkMembers(tx: Executor, bulkId: string): Promise<void> {
  await tx.query({ text: 'delete from bulk_members where bulk_id = $1', values: [bulkId] });
}
