import type { CategoryCatalogue } from '../../domain/categories.ts';
import { FEATURES_VERSION, type QuestionFeatures } from '../../domain/questions/features.ts';
import { BODY_VERSION, type Question } from '../../domain/questions/question.ts';
import type { Executor } from '../database/database.ts';
import { featureArrays } from './feature-values.ts';
import { kindArrays, kindColumns } from './kind-columns.ts';

/** Lower than every possible id. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export type DerivedColumn = 'body' | 'features';

export interface DerivedState {
  version: number;
  /** The last id that the walk through the bank has reached; the first id if no walk is running. */
  last_id: string;
  /** Rows written since the walk began were examined up to here. */
  seen_transaction: string;
  seen_position: string;
}

const STATE = 'version, last_id, seen_transaction, seen_position';

export interface PositionedQuestion extends Question {
  position: string;
}

export async function findDerivedColumn(db: Executor, name: DerivedColumn): Promise<DerivedState> {
  const { rows } = await db.query<DerivedState>({
    text: `select ${STATE} from derived_columns where name = $1`,
    values: [name],
  });
  return rows[0] ?? { version: 0, last_id: FIRST_ID, seen_transaction: '0', seen_position: '0' };
}

/** Undefined if another worker holds the lock. */
export async function lockDerivedColumn(tx: Executor, name: DerivedColumn): Promise<DerivedState | undefined> {
  const { rows } = await tx.query<DerivedState>({
    text: `select ${STATE} from derived_columns where name = $1 for update skip locked`,
    values: [name],
  });
  return rows[0];
}

export async function updateDerivedColumn(
  tx: Executor,
  name: DerivedColumn,
  version: number,
  lastId: string,
): Promise<void> {
  await tx.query({
    text: 'update derived_columns set version = $2, last_id = $3 where name = $1',
    values: [name, version, lastId],
  });
}

/** Starts to record what new and running transactions write; these rows are updated after the walk. */
export async function startFollowing(tx: Executor, name: DerivedColumn): Promise<void> {
  await tx.query({
    text: `update derived_columns
              set seen_transaction = pg_snapshot_xmin(pg_current_snapshot()), seen_position = 0
            where name = $1`,
    values: [name],
  });
}

const STALE: Record<DerivedColumn, string> = {
  body: 'body_version < $1',
  features:
    'coalesce((select features_version from question_features where question_features.position = walked.position), 0) < $1',
};

/**
 * The maximum number of characters read at once: 2,000 of the largest questions would take 400 MB, and computing them
 * would exceed the time limit of a transaction.
 */
const MAX_BATCH_LENGTH = 1024 * 1024;

const COLUMNS = `position, id, version, status, category_id, difficulty, question_text, correct_answer, topic_focus, accepted_answers,
                  incorrect_answers, explanation, tags, language, source, license, external_id, created_at, updated_at, ${kindColumns()}`;

/** The rows of a statement that names them `walked`, all of them locked, within the characters of a batch. */
async function readStale(
  tx: Executor,
  name: DerivedColumn,
  version: number,
  { rows: locked, values }: { rows: string; values: readonly unknown[] },
  categories: CategoryCatalogue,
): Promise<{ questions: PositionedQuestion[]; lastId: string | undefined }> {
  const { rows } = await tx.query<PositionedQuestion & { category_id: number; stale: boolean }>({
    text: `select ${COLUMNS}, ${STALE[name]} as stale
             from (select *, sum(length(body)) over (order by id rows between unbounded preceding and 1 preceding) as length_before
                     from (${locked} for no key update) locked) walked
            where length_before is null or length_before < ${MAX_BATCH_LENGTH}
            order by id`,
    values: [version, ...values],
  });
  const questions = rows
    .filter((row) => row.stale)
    .map(({ category_id, stale: _stale, ...question }) => ({ ...question, category: categories.nameOf(category_id) }));
  return { questions, lastId: rows.at(-1)?.id };
}

/**
 * The stale rows among the next `limit` after an id, in id order, or fewer if they are long; no last id at the end of
 * the bank.
 */
export function listStaleQuestions(
  tx: Executor,
  name: DerivedColumn,
  version: number,
  afterId: string,
  limit: number,
  categories: CategoryCatalogue,
): Promise<{ questions: PositionedQuestion[]; lastId: string | undefined }> {
  const rows = 'select * from questions where id > $2 order by id limit $3';
  return readStale(tx, name, version, { rows, values: [afterId, limit] }, categories);
}

/** The given rows that are still stale, or as many of them as a batch may have. */
export async function listStaleOf(
  tx: Executor,
  name: DerivedColumn,
  version: number,
  ids: readonly string[],
  categories: CategoryCatalogue,
): Promise<{ questions: PositionedQuestion[]; lastId: string | undefined }> {
  const rows = 'select * from questions where id = any($2::uuid[]) order by id';
  return readStale(tx, name, version, { rows, values: [ids] }, categories);
}

/**
 * Examines the next `limit` rows in the order of the transactions that wrote them, up to the oldest running one. Locks
 * nothing: concurrent changes are written by a later transaction. Returns the stale ones and records its progress.
 */
export async function advanceFollowing(
  tx: Executor,
  name: DerivedColumn,
  version: number,
  state: DerivedState,
  limit: number,
): Promise<{ staleIds: string[]; finished: boolean }> {
  const { rows } = await tx.query<{ stale_ids: string[] | null; seen: number }>({
    text: `with walked as materialized (
             select transaction_id, position, id, body_version from questions
              where (transaction_id, position) > ($2::xid8, $3::bigint) and transaction_id < pg_snapshot_xmin(pg_current_snapshot())
              order by transaction_id, position limit $4),
           last as (
             select transaction_id, position from walked order by transaction_id desc, position desc limit 1),
           found as (
             select count(*)::integer as seen, array_agg(id) filter (where ${STALE[name]}) as stale_ids from walked),
           noted as (
             update derived_columns
                set seen_transaction = case when seen = $4 then last.transaction_id else pg_snapshot_xmin(pg_current_snapshot()) end,
                    seen_position = case when seen = $4 then last.position else 0 end
               from found left join last on true
              where name = $5)
           select seen, stale_ids from found`,
    values: [version, state.seen_transaction, state.seen_position, limit, name],
  });
  return { staleIds: rows[0]?.stale_ids ?? [], finished: (rows[0]?.seen ?? 0) < limit };
}

export async function updateBodies(
  tx: Executor,
  questions: readonly PositionedQuestion[],
  bodies: readonly string[],
): Promise<void> {
  await tx.query({
    text: `update questions
              set body = rendered.body, body_version = ${BODY_VERSION}, kind = rendered.kind, scoring = rendered.scoring
             from unnest($1::uuid[], $2::text[], $3::smallint[], $4::smallint[]) as rendered (id, body, kind, scoring)
            where questions.id = rendered.id`,
    values: [questions.map((question) => question.id), bodies, ...kindArrays(questions).slice(0, 2)],
  });
}

export async function updateFeatures(
  tx: Executor,
  questions: readonly PositionedQuestion[],
  features: readonly QuestionFeatures[],
): Promise<void> {
  await tx.query({
    text: `insert into question_features (
                  position, features_version, text_hash, likeness_keys, flaws, answer_type)
           select position, ${FEATURES_VERSION}, text_hash, keys::integer[], flaws, answer_type
             from unnest($1::bigint[], $2::bigint[], $3::text[], $4::integer[], $5::smallint[])
                  as computed (position, text_hash, keys, flaws, answer_type)
               on conflict (position) do update
              set features_version = excluded.features_version, text_hash = excluded.text_hash,
                  likeness_keys = excluded.likeness_keys, flaws = excluded.flaws, answer_type = excluded.answer_type`,
    values: [questions.map((question) => question.position), ...featureArrays(features)],
  });
}
