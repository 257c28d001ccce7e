import type { CategoryCatalogue } from '../../domain/categories.ts';
import type { InChange } from '../../domain/changes/change.ts';
import type { QuestionEventType } from '../../domain/events.ts';
import { FEATURES_VERSION } from '../../domain/questions/features.ts';
import type { PreparedQuestion } from '../../domain/questions/prepared-question.ts';
import { BODY_VERSION } from '../../domain/questions/question.ts';
import { CHANGE_OF_VERSION } from '../changes/change-of-version.ts';
import { appendChange } from '../changes/write.ts';
import { arrayLiteral } from '../database/array-literal.ts';
import type { Executor } from '../database/database.ts';
import { appendSelected } from '../events.ts';
import { featureArrays } from './feature-values.ts';
import { kindArrays } from './kind-columns.ts';
import { contentArrays, cutStatements, STORED_COLUMNS, type StoredQuestion } from './questions.ts';

/**
 * A question in its next version, which may be its deletion, with the fields in which it differs from the previous one.
 */
export interface ChangedQuestion extends PreparedQuestion<StoredQuestion> {
  changed: readonly string[];
  /** Whether it was deleted before. */
  restored?: boolean | undefined;
}

/**
 * The questions with these external ids, locked until the transaction ends. Everything that locks several questions
 * does so in one order, so that there is no deadlock.
 */
export async function listQuestionsForUpdate(tx: Executor, externalIds: readonly string[]): Promise<StoredQuestion[]> {
  const { rows } = await tx.query<StoredQuestion>({
    name: 'list_questions_for_update',
    text: `select ${STORED_COLUMNS} from questions
            where external_id = any($1::text[]) and deleted_at is null
            order by external_id collate "C"
              for update`,
    values: [externalIds],
  });
  return rows;
}

interface NamedVersion {
  id: string;
  version: number;
  external_id: string;
}

/** The versions of the questions with these external ids, without locking them. */
export async function listVersionsByExternalId(db: Executor, externalIds: readonly string[]): Promise<NamedVersion[]> {
  const { rows } = await db.query<NamedVersion>({
    name: 'list_versions_by_external_id',
    text: 'select id, version, external_id from questions where external_id = any($1::text[]) and deleted_at is null',
    values: [externalIds],
  });
  return rows;
}

/** Replaces locked rows by their next versions, keeps the previous versions and writes their events. */
export async function updateManyQuestions(
  tx: Executor,
  changed: readonly ChangedQuestion[],
  categories: CategoryCatalogue,
  change: InChange,
): Promise<void> {
  for (const batch of cutStatements(changed)) await updateQuestions(tx, batch, categories, change);
}

async function updateQuestions(
  tx: Executor,
  batch: readonly ChangedQuestion[],
  categories: CategoryCatalogue,
  { change_id, kind }: InChange,
): Promise<void> {
  const questions = batch.map(({ question }) => question);
  await tx.query({
    name: 'update_questions',
    text: `
      with given as materialized (
        select * from unnest($1::uuid[], $2::integer[], $3::timestamptz[], $4::question_status[], $5::smallint[], $6::smallint[], $7::text[], $8::text[],
                             $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[],
                             $19::text[], $20::bigint[], $21::text[], $22::integer[], $23::smallint[], $24::text[], $25::timestamptz[], $26::text[], $29::smallint[], $30::smallint[], $31::text[])
                   as given (id, version, updated_at, status, category_id, difficulty, question_text, correct_answer, topic_focus,
                             accepted_answers, incorrect_answers, explanation, tags, language, source, license, updated_by, body, changed,
                             text_hash, likeness_keys, flaws, answer_type, external_id, deleted_at, event, kind, scoring, key)),
      superseded as (
        insert into question_versions (question_id, version, changed_at, deleted_at, changed_by, body, body_version, transaction_id, change_id)
        select questions.id, questions.version, questions.updated_at, questions.deleted_at, questions.updated_by, questions.body, body_version, transaction_id,
               ${CHANGE_OF_VERSION}
          from questions join given using (id)),
      logged as (
        ${appendSelected(`select event, id, version, changed::text[], updated_by, updated_at, $27::uuid from given`)}),
      change as (
        ${appendChange('select $27, $28::text, updated_by, 1, array[id], array[version] from given where $28 is not null')}),
      updated as (
        update questions
           set version = given.version, updated_at = given.updated_at, status = given.status, category_id = given.category_id,
               difficulty = given.difficulty, question_text = given.question_text, correct_answer = given.correct_answer,
               topic_focus = given.topic_focus, accepted_answers = given.accepted_answers::text[],
               incorrect_answers = given.incorrect_answers::text[], explanation = given.explanation, tags = given.tags::text[],
               language = given.language, source = given.source, license = given.license, updated_by = given.updated_by,
               external_id = given.external_id, deleted_at = given.deleted_at, body = given.body, body_version = ${BODY_VERSION}, transaction_id = pg_current_xact_id(),
               change_id = $27, change_version = given.version, kind = given.kind, scoring = given.scoring, key = given.key::json
          from given
         where questions.id = given.id
        returning questions.position, questions.id)
      update question_features kept
         set features_version = ${FEATURES_VERSION}, text_hash = given.text_hash, likeness_keys = given.likeness_keys::integer[],
             flaws = given.flaws, answer_type = given.answer_type
        from updated join given using (id)
       where kept.position = updated.position
         and (kept.text_hash, kept.likeness_keys, kept.flaws, kept.answer_type, kept.features_version)
             is distinct from (given.text_hash, given.likeness_keys::integer[], given.flaws, given.answer_type, ${FEATURES_VERSION})`,
    values: [
      questions.map((question) => question.id),
      questions.map((question) => question.version),
      questions.map((question) => question.updated_at),
      ...contentArrays(questions, categories),
      questions.map((question) => question.updated_by),
      batch.map(({ body }) => body),
      batch.map(({ changed }) => arrayLiteral(changed)),
      ...featureArrays(batch.map(({ features }) => features)),
      questions.map((question) => question.external_id),
      questions.map((question) => question.deleted_at),
      batch.map(eventType),
      change_id,
      kind,
      ...kindArrays(questions),
    ],
  });
}

function eventType({ question, restored }: ChangedQuestion): QuestionEventType {
  if (question.deleted_at !== null) return 'question.deleted';
  return restored === true ? 'question.restored' : 'question.updated';
}
