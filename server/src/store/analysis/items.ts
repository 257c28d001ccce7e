import { ADOPTED } from '../../domain/analysis/attempt.ts';
import type { Executor } from '../database/database.ts';
import { wholeWithinBudget } from '../database/page-bytes.ts';

/** Rows that are stored together, as parallel lists. A row about no question has neither id nor version. */
export interface ItemChunk {
  rank: number;
  shard: number;
  question_ids: readonly (string | null)[];
  versions: readonly (number | null)[];
  bodies: readonly string[];
}

/** Stores rows under an attempt. They become part of the result when the attempt is adopted. */
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

/** Makes the rows of one attempt part of the result. */
export async function adoptItems(tx: Executor, itemsId: string, attempt: string): Promise<void> {
  await tx.query({
    name: 'adopt_analysis_items',
    text: `update analysis_items set attempt = '${ADOPTED}' where items_id = $1 and attempt = $2`,
    values: [itemsId, attempt],
  });
}

/** Deletes the rows of an attempt that finished too late. */
export async function deleteAttempt(tx: Executor, itemsId: string, attempt: string): Promise<void> {
  await tx.query({
    text: 'delete from analysis_items where items_id = $1 and attempt = $2',
    values: [itemsId, attempt],
  });
}

/** Deletes the rows of attempts that were not adopted. */
export async function deleteUnadoptedItems(tx: Executor, itemsId: string): Promise<void> {
  await tx.query({
    text: `delete from analysis_items where items_id = $1 and attempt <> '${ADOPTED}'`,
    values: [itemsId],
  });
}

/** Nobody can read the rows of a run that failed or was canceled. */
const READABLE = `status not in ('failed', 'canceled')`;

/**
 * The next `limit` results after an id, each with whether a run still has it. Each result takes one step on the index,
 * however many rows it has.
 */
export async function listItemOwners(
  db: Executor,
  afterId: string,
  limit: number,
): Promise<{ items_id: string; owned: boolean }[]> {
  const next = (after: string) =>
    `select items_id from analysis_items where items_id > ${after} order by items_id limit 1`;
  const { rows } = await db.query<{ items_id: string; owned: boolean }>({
    text: `with recursive walked (items_id) as (
             (${next('$1::uuid')})
             union all
             select (${next('walked.items_id')}) from walked where walked.items_id is not null)
           select items_id, coalesce((select true from analyses where analyses.items_id = walked.items_id and ${READABLE} limit 1), false) as owned
             from walked where items_id is not null limit $2`,
    values: [afterId, limit],
  });
  return rows;
}

/** Deletes some rows of a result that no run has. */
export async function deleteItems(db: Executor, itemsId: string, limit: number): Promise<number> {
  const { rowCount } = await db.query({
    text: `delete from analysis_items
            where ctid = any(array(select ctid from analysis_items where items_id = $1 limit $2))
              and not exists (select from analyses where analyses.items_id = $1 and ${READABLE})`,
    values: [itemsId, limit],
  });
  return rowCount ?? 0;
}

export interface ItemRow {
  ordinal: number;
  question_id: string | null;
  version: number | null;
  body: string;
  /** The question's JSON at the version that was analysed; null for rows about no question and after a purge. */
  question: string | null;
  fitting: number | null;
}

/** A page of rows with their questions, within the byte budget of a page and with one row more than is shown. */
export function withQuestions(page: string, limit: string): string {
  return wholeWithinBudget(
    `select ordinal, page.question_id, page.version, page.body, coalesce(questions.body, question_versions.body) as question,
            octet_length(page.body) + coalesce(octet_length(questions.body), octet_length(question_versions.body), 0) as bytes
       from (${page}) page
       left join questions on questions.id = page.question_id and questions.version = page.version
       left join question_versions on question_versions.question_id = page.question_id and question_versions.version = page.version
      order by ordinal`,
    'ordinal, question_id, version, body, question',
    `${limit} - 1`,
  );
}

export async function countItems(db: Executor, itemsId: string): Promise<number> {
  const { rows } = await db.query<{ total: number }>({
    text: 'select coalesce(sum(count), 0)::float8 as total from analysis_items where items_id = $1 and attempt = $2',
    values: [itemsId, ADOPTED],
  });
  return rows[0]?.total ?? 0;
}

/** The number of rows of an analysis; none if it has not succeeded. */
export async function countItemsOf(db: Executor, analysisId: string): Promise<number> {
  const { rows } = await db.query<{ items_id: string }>({
    name: 'find_items_id',
    text: `select items_id from analyses where id = $1 and status = 'succeeded'`,
    values: [analysisId],
  });
  return rows[0] === undefined ? 0 : countItems(db, rows[0].items_id);
}

/** Rows in order, starting at an ordinal. */
export async function listItems(
  db: Executor,
  itemsId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: ItemRow[]; total: number }> {
  const total = await countItems(db, itemsId);
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
      ${withQuestions('select * from page', '$3')}`,
    values: [itemsId, offset, limit, ADOPTED],
  });
  return { rows, total };
}
