import type { Executor } from './database.ts';

/** Rows that stand together, as parallel lists; a row about no question has neither id nor version. */
export interface ItemChunk {
  rank: number;
  shard: number;
  question_ids: readonly (string | null)[];
  versions: readonly (number | null)[];
  bodies: readonly string[];
}

/** The attempt of rows that belong to the result. */
const ADOPTED = '00000000-0000-0000-0000-000000000000';

/** Files rows under an attempt; they belong to the result when it is adopted. */
export async function insertItems(
  db: Executor,
  itemsId: string,
  chunks: Iterable<ItemChunk>,
  attempt = ADOPTED,
): Promise<void> {
  for (const { rank, shard, question_ids, versions, bodies } of chunks) {
    await db.query({
      name: 'insert_analysis_items',
      text: `insert into analysis_items (items_id, rank, shard, attempt, count, question_ids, versions, bodies)
             values ($1, $2, $3, $7, cardinality($6::text[]), $4, $5, $6)`,
      values: [itemsId, rank, shard, question_ids, versions, bodies, attempt],
    });
  }
}

/** Makes what was filed in one attempt part of the result. */
export async function adoptItems(tx: Executor, itemsId: string, attempt: string): Promise<void> {
  await tx.query({
    name: 'adopt_analysis_items',
    text: `update analysis_items set attempt = '${ADOPTED}' where items_id = $1 and attempt = $2`,
    values: [itemsId, attempt],
  });
}

/** Removes what was filed in an attempt that came too late. */
export async function deleteAttempt(tx: Executor, itemsId: string, attempt: string): Promise<void> {
  await tx.query({
    text: 'delete from analysis_items where items_id = $1 and attempt = $2',
    values: [itemsId, attempt],
  });
}

/** Removes what was filed in attempts that came to nothing. */
export async function deleteUnadoptedItems(tx: Executor, itemsId: string): Promise<void> {
  await tx.query({
    text: `delete from analysis_items where items_id = $1 and attempt <> '${ADOPTED}'`,
    values: [itemsId],
  });
}

/** As many a sweep: 5 million rows of results. */
const ORPHANS_AT_ONCE = 1000;

/** Rows that were filed for a run that was removed meanwhile, failed or was canceled: nobody can read them. */
export async function deleteOrphanedItems(db: Executor): Promise<void> {
  await db.query({
    text: `delete from analysis_items
            where (items_id, rank, shard, attempt) in (
                    select items_id, rank, shard, attempt
                      from analysis_items
                     where not exists (select from analyses
                                        where analyses.items_id = analysis_items.items_id and status not in ('failed', 'canceled'))
                     limit ${ORPHANS_AT_ONCE})`,
  });
}

interface ItemRow {
  ordinal: number;
  question_id: string | null;
  version: number | null;
  body: string;
  /** The question's JSON at the version that was analysed; null for rows about no question and after a purge. */
  question: string | null;
}

/** Rows in their order, from one ordinal on. */
export async function listItems(
  db: Executor,
  itemsId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ItemRow[]; total: number }> {
  const counted = await db.query<{ total: number }>({
    text: 'select coalesce(sum(count), 0)::float8 as total from analysis_items where items_id = $1 and attempt = $2',
    values: [itemsId, ADOPTED],
  });
  const { rows } = await db.query<ItemRow>({
    text: `
      with chunks as (
        select rank, shard, sum(count) over (order by rank, shard) - count as before, count
          from analysis_items where items_id = $1 and attempt = $4),
      needed as (
        select rank, shard, before, greatest($2 - before, 0)::integer as skipped, least($2 + $3 - before, count)::integer as until
          from chunks
         where before < $2 + $3 and before + count > $2),
      page as (
        select (before + place - 1)::float8 as ordinal, question_ids[place] as question_id, versions[place] as version, bodies[place] as body
          from needed
          join analysis_items using (rank, shard)
         cross join generate_series(skipped + 1, until) place
         where items_id = $1 and attempt = $4)
      select page.ordinal, page.question_id, page.version, page.body, coalesce(questions.body, question_versions.body) as question
        from page
        left join questions on questions.id = page.question_id and questions.version = page.version
        left join question_versions on question_versions.question_id = page.question_id and question_versions.version = page.version
       order by ordinal`,
    values: [itemsId, offset, limit, ADOPTED],
  });
  return { rows, total: counted.rows[0]?.total ?? 0 };
}
