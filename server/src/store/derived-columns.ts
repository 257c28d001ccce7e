import type { CategoryCatalogue } from '../domain/category.ts';
import { BODY_VERSION, type Question } from '../domain/question.ts';
import { FEATURES_VERSION, type QuestionFeatures } from '../domain/question-features.ts';
import type { Executor } from './database.ts';
import { featureArrays } from './feature-values.ts';

/** Below every id there can be. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000';

export type DerivedColumn = 'body' | 'features';

export interface DerivedState {
  version: number;
  last_id: string;
}

export interface PositionedQuestion extends Question {
  position: string;
}

export async function findDerivedColumn(db: Executor, name: DerivedColumn): Promise<DerivedState> {
  const { rows } = await db.query<DerivedState>({
    text: 'select version, last_id from derived_columns where name = $1',
    values: [name],
  });
  return rows[0] ?? { version: 0, last_id: FIRST_ID };
}

/** Undefined when another worker holds it. */
export async function lockDerivedColumn(tx: Executor, name: DerivedColumn): Promise<DerivedState | undefined> {
  const { rows } = await tx.query<DerivedState>({
    text: 'select version, last_id from derived_columns where name = $1 for update skip locked',
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

const STALE: Record<DerivedColumn, string> = {
  body: 'body_version < $1',
  features:
    'coalesce((select features_version from question_features where question_features.position = walked.position), 0) < $1',
};

/** Characters of questions that are read at once: 2,000 of the largest would be 400 MB. */
const MAX_BATCH_LENGTH = 4 * 1024 * 1024;

/**
 * The stale ones among the next `limit` rows behind an id, in id order, or fewer where they are long; no last id at the end
 * of the bank.
 */
export async function listStaleQuestions(
  tx: Executor,
  name: DerivedColumn,
  version: number,
  afterId: string,
  limit: number,
  categories: CategoryCatalogue,
): Promise<{ questions: PositionedQuestion[]; lastId: string | undefined }> {
  const { rows } = await tx.query<PositionedQuestion & { category_id: number; stale: boolean }>({
    text: `select position, id, version, status, category_id, difficulty, question_text, correct_answer, topic_focus, accepted_answers,
                  incorrect_answers, explanation, tags, language, source, license, external_id, created_at, updated_at, ${STALE[name]} as stale
             from (select *, sum(length(body)) over (order by id rows unbounded preceding exclude current row) as length_before
                     from (select * from questions where id > $2 order by id limit $3 for no key update) locked) walked
            where length_before is null or length_before < $4
            order by id`,
    values: [version, afterId, limit, MAX_BATCH_LENGTH],
  });
  const questions = rows
    .filter((row) => row.stale)
    .map(({ category_id, stale: _stale, ...question }) => ({ ...question, category: categories.nameOf(category_id) }));
  return { questions, lastId: rows.at(-1)?.id };
}

export async function updateBodies(
  tx: Executor,
  questions: readonly PositionedQuestion[],
  bodies: readonly string[],
): Promise<void> {
  await tx.query({
    text: `update questions
              set body = rendered.body, body_version = ${BODY_VERSION}
             from unnest($1::uuid[], $2::text[]) as rendered (id, body)
            where questions.id = rendered.id`,
    values: [questions.map((question) => question.id), bodies],
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
