import type { Cell } from '../../domain/questions/cells.ts';
import { BODY_VERSION } from '../../domain/questions/question.ts';
import { CHANGE_OF_VERSION } from '../changes/change-of-version.ts';
import type { Executor } from '../database/database.ts';
import { appendSelected } from '../events.ts';
import { STORED_COLUMNS, type StoredQuestion, type WrittenQuestion } from '../questions/questions.ts';

export const MERGE_STATUSES = ['queued', 'running', 'succeeded', 'canceled'] as const;

export interface CategoryMerge {
  id: string;
  from_id: number;
  from: string;
  into_id: number;
  into: string;
  status: (typeof MERGE_STATUSES)[number];
  total: number;
  completed: number;
  created_by: string;
  created_at: Date;
  started_at: Date | null;
  completed_at: Date | null;
}

const COLUMNS = `id, from_id, (select name from categories where categories.id = from_id) as "from",
  into_id, (select name from categories where categories.id = into_id) as "into", status, total::float8 as total, completed::float8 as completed, created_by, created_at,
  started_at, completed_at`;

export async function insertMerge(
  tx: Executor,
  merge: Pick<CategoryMerge, 'id' | 'from_id' | 'into_id' | 'total' | 'created_by' | 'created_at'>,
): Promise<CategoryMerge> {
  const { rows } = await tx.query<CategoryMerge>({
    text: `insert into category_merges (id, from_id, into_id, total, completed, status, created_by, created_at)
           values ($1, $2, $3, $4, 0, 'queued', $5, $6) returning ${COLUMNS}`,
    values: [merge.id, merge.from_id, merge.into_id, merge.total, merge.created_by, merge.created_at],
  });
  return rows[0] as CategoryMerge;
}

export async function findMerge(db: Executor, id: string): Promise<CategoryMerge | undefined> {
  const { rows } = await db.query<CategoryMerge>({
    text: `select ${COLUMNS} from category_merges where id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Whether a merge moves questions into the category. */
export async function isMergeTarget(tx: Executor, categoryId: number): Promise<boolean> {
  const { rows } = await tx.query<{ found: boolean }>({
    text: 'select exists (select from category_merges where completed_at is null and into_id = $1) as found',
    values: [categoryId],
  });
  return rows[0]?.found === true;
}

/** Merges to work on, oldest first. There are never more merges than categories. */
export async function listUnfinishedMerges(db: Executor): Promise<CategoryMerge[]> {
  const { rows } = await db.query<CategoryMerge>({
    name: 'list_unfinished_merges',
    text: `select ${COLUMNS} from category_merges where completed_at is null order by created_at, id`,
  });
  return rows;
}

/** Undefined if it has ended or another worker is working on it. */
export async function claimMerge(tx: Executor, id: string): Promise<CategoryMerge | undefined> {
  const { rows } = await tx.query<CategoryMerge>({
    text: `select ${COLUMNS} from category_merges where id = $1 and completed_at is null for update skip locked`,
    values: [id],
  });
  return rows[0];
}

export async function advanceMerge(tx: Executor, id: string, moved: number, now: Date): Promise<void> {
  await tx.query({
    text: `update category_merges
              set completed = completed + $2, total = greatest(total, completed + $2), status = 'running', started_at = coalesce(started_at, $3)
            where id = $1`,
    values: [id, moved, now],
  });
}

/** Undefined if it has already ended. */
export async function finishMerge(
  tx: Executor,
  id: string,
  status: 'succeeded' | 'canceled',
  now: Date,
): Promise<CategoryMerge | undefined> {
  const { rows } = await tx.query<CategoryMerge>({
    text: `update category_merges
              set status = $2, completed_at = $3, total = case when $2 = 'succeeded' then completed else total end
            where id = $1 and completed_at is null returning ${COLUMNS}`,
    values: [id, status, now],
  });
  return rows[0];
}

/** The maximum number of JSON characters moved per transaction: about 10 ms of the event loop. */
const MAX_BATCH_LENGTH = 1024 * 1024;

/** The next questions of a cell after a position, locked; fewer if they are long. */
export async function listCellForUpdate(
  tx: Executor,
  { status, category_id, difficulty }: Cell,
  after: string,
  limit: number,
): Promise<(StoredQuestion & { position: string })[]> {
  const { rows } = await tx.query<StoredQuestion & { position: string }>({
    name: 'list_cell_for_update',
    text: `select position, ${STORED_COLUMNS}
             from (select *, sum(length(body)) over (order by position rows between unbounded preceding and 1 preceding) as length_before
                     from (select * from questions
                            where deleted_at is null and status = $1 and category_id = $2 and difficulty = $3 and position > $4
                            order by position limit $5 for update) locked) walked
            where length_before is null or length_before < ${MAX_BATCH_LENGTH}
            order by position`,
    values: [status, category_id, difficulty, after, limit],
  });
  return rows;
}

/**
 * Moves locked questions, in their next version, into another category. Keeps the previous versions and writes their
 * events.
 */
export async function moveQuestions(
  tx: Executor,
  moved: readonly (WrittenQuestion & { question: StoredQuestion })[],
  categoryId: number,
  changeId: string,
): Promise<void> {
  await tx.query({
    name: 'move_questions',
    text: `
      with given as materialized (
        select * from unnest($1::uuid[], $2::integer[], $3::timestamptz[], $4::text[], $5::text[])
                   as given (id, version, updated_at, updated_by, body)),
      superseded as (
        insert into question_versions (question_id, version, changed_at, deleted_at, changed_by, body, body_version, transaction_id, change_id)
        select questions.id, questions.version, questions.updated_at, deleted_at, questions.updated_by, questions.body, body_version, transaction_id,
               ${CHANGE_OF_VERSION}
          from questions join given using (id)),
      logged as (
        ${appendSelected(`select 'question.updated', id, version, '{category}', updated_by, updated_at, $7::uuid from given`)})
      update questions
         set version = given.version, updated_at = given.updated_at, updated_by = given.updated_by, category_id = $6,
             body = given.body, body_version = ${BODY_VERSION}, transaction_id = pg_current_xact_id(), change_id = $7, change_version = given.version
        from given
       where questions.id = given.id`,
    values: [
      moved.map(({ question }) => question.id),
      moved.map(({ question }) => question.version),
      moved.map(({ question }) => question.updated_at),
      moved.map(({ question }) => question.updated_by),
      moved.map(({ body }) => body),
      categoryId,
      changeId,
    ],
  });
}
