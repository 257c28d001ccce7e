import type { CategoryCatalogue } from '../../domain/categories.ts';
import type { ChangeKind, InChange } from '../../domain/changes/change.ts';
import { FEATURES_VERSION } from '../../domain/questions/features.ts';
import { type PreparedQuestion, prepareQuestion } from '../../domain/questions/prepared-question.ts';
import { BODY_VERSION, type Question } from '../../domain/questions/question.ts';
import { CHANGE_OF_VERSION } from '../changes/change-of-version.ts';
import { appendChange } from '../changes/write.ts';
import { arrayLiteral } from '../database/array-literal.ts';
import type { Executor } from '../database/database.ts';
import { appendSelected } from '../events.ts';
import { featureArrays, featureValues } from './feature-values.ts';
import { kindArrays, kindColumns, kindValues } from './kind-columns.ts';

/** A stored question, with the columns that are not content. */
export interface StoredQuestion extends Question {
  deleted_at: Date | null;
  updated_by: string;
}

/** A written question, with the JSON text that replies contain. */
export interface WrittenQuestion {
  question: Question;
  body: string;
}

/** A new question and its author. */
export interface AuthoredQuestion extends Question {
  updated_by: string;
}

interface NewRow extends PreparedQuestion<AuthoredQuestion> {
  change_id: string;
  /** Its position in creation order, if that differs from the order of writing. */
  position?: string | undefined;
}

/**
 * Writes one question or a thousand in one statement: rows, features, outbox and, if a kind is given, change sets, with
 * positions in the given order. Outside a transaction it is one by itself, in a single round trip.
 */
export async function insertQuestions(
  db: Executor,
  prepared: readonly NewRow[],
  categories: CategoryCatalogue,
  kind: ChangeKind | null,
): Promise<readonly WrittenQuestion[]> {
  const questions = prepared.map(({ question }) => question);
  await db.query({
    name: 'insert_questions',
    text: `
      with inserted as (
        insert into questions (
               position, id, created_at, updated_at, version, status, category_id, difficulty, body_version, question_text, correct_answer,
               topic_focus, accepted_answers, incorrect_answers, explanation, tags, language, source, license, external_id, updated_by, body,
               change_id, change_version, kind, scoring, key)
        overriding system value
        select coalesce(position, nextval('questions_position_seq')), id, created_at, created_at, 1, status, category_id, difficulty, ${BODY_VERSION}, question_text, correct_answer,
               topic_focus, accepted_answers::text[], incorrect_answers::text[], explanation, tags::text[], language, source, license, external_id, updated_by, body,
               change_id, 1, kind, scoring, key::json
          from unnest($1::uuid[], $2::timestamptz[], $3::question_status[], $4::smallint[], $5::smallint[], $6::text[], $7::text[], $8::text[],
                      $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $23::bigint[], $24::uuid[],
                      $26::smallint[], $27::smallint[], $28::text[])
               with ordinality
               as given (id, created_at, status, category_id, difficulty, question_text, correct_answer, topic_focus,
                         accepted_answers, incorrect_answers, explanation, tags, language, source, license, external_id, body, updated_by, position, change_id,
                         kind, scoring, key, ordinal)
         order by ordinal
        returning position, id, version, created_at, updated_by, change_id),
      changed as (
        ${appendChange('select change_id, $25::text, updated_by, 1, array[id], array[version] from inserted where $25 is not null')}),
      logged as (
        ${appendSelected(`select 'question.created', id, version, '{}', updated_by, created_at, change_id from inserted`)})
      insert into question_features (
             position, features_version, text_hash, likeness_keys, flaws, answer_type)
      select position, ${FEATURES_VERSION}, text_hash, likeness_keys::integer[], flaws, answer_type
        from inserted
        join unnest($1::uuid[], $19::bigint[], $20::text[], $21::integer[], $22::smallint[])
             as computed (id, text_hash, likeness_keys, flaws, answer_type)
       using (id)`,
    values: [
      questions.map((question) => question.id),
      questions.map((question) => question.created_at),
      ...contentArrays(questions, categories),
      questions.map((question) => question.external_id),
      prepared.map(({ body }) => body),
      questions.map((question) => question.updated_by),
      ...featureArrays(prepared.map(({ features }) => features)),
      prepared.map(({ position }) => position ?? null),
      prepared.map(({ change_id }) => change_id),
      kind,
      ...kindArrays(questions),
    ],
  });
  return prepared;
}

/**
 * An array for each column of content, from status to licence, in the order in which statements of many rows take them.
 */
export function contentArrays(questions: readonly Question[], categories: CategoryCatalogue): unknown[][] {
  return [
    questions.map((question) => question.status),
    questions.map((question) => categories.require(question.category).id),
    questions.map((question) => question.difficulty),
    questions.map((question) => question.question_text),
    questions.map((question) => question.correct_answer),
    questions.map((question) => question.topic_focus),
    questions.map((question) => arrayLiteral(question.accepted_answers)),
    questions.map((question) => arrayLiteral(question.incorrect_answers)),
    questions.map((question) => question.explanation),
    questions.map((question) => arrayLiteral(question.tags)),
    questions.map((question) => question.language),
    questions.map((question) => question.source),
    questions.map((question) => question.license),
  ];
}

/** The driver escapes and encodes all values of a statement at once, which takes 10 ms for this weight. */
export const MAX_STATEMENT_WEIGHT = 1024 * 1024;
/** A quotation mark or a backslash, which is escaped twice, costs as much as this many other characters. */
const SIGN_WEIGHT = 14;
/**
 * A text with a character beyond Latin-1 has two bytes for each, and each of its characters costs as much as this many
 * others.
 */
const WIDE_WEIGHT = 4;

/** The size that a question adds to a statement, estimated by its JSON. */
function statementWeight({ body }: { body: string }): number {
  let signs = 0;
  let isWide = false;
  for (let index = 0; index < body.length; index += 1) {
    const code = body.charCodeAt(index);
    if (code > 0xff) isWide = true;
    else if (code === 0x22 || code === 0x5c) signs += 1;
  }
  return Math.max(body.length * (isWide ? WIDE_WEIGHT : 1), signs * SIGN_WEIGHT);
}

/**
 * The maximum weight of a question whose JSON had `bytes` bytes: an escaped character takes two of them, and an empty
 * field that we add has 20.
 */
export function maxStatementWeight(bytes: number): number {
  return Math.ceil((bytes * SIGN_WEIGHT) / 2) + 800;
}

/** Uses as many statements as needed for none to take long. A thousand questions of the usual size fit into one. */
export async function insertManyQuestions(
  tx: Executor,
  prepared: readonly PreparedQuestion<AuthoredQuestion>[],
  categories: CategoryCatalogue,
  { change_id, kind }: InChange,
): Promise<void> {
  const given = prepared.map((one) => ({ ...one, change_id }));
  const rows = given.some(({ question }) => question.external_id !== null) ? await orderByExternalId(tx, given) : given;
  for (const batch of cutStatements(rows)) await insertQuestions(tx, batch, categories, kind);
}

/** Two requests that load the same questions in different orders would deadlock on the index of external ids. */
async function orderByExternalId(tx: Executor, prepared: readonly NewRow[]): Promise<NewRow[]> {
  const { rows } = await tx.query<{ position: string }>({
    name: 'reserve_positions',
    text: `select nextval('questions_position_seq') as position from generate_series(1, $1)`,
    values: [prepared.length],
  });
  return prepared
    .map((one, index) => ({ ...one, position: rows[index]?.position }))
    .sort((left, right) => compareExternalIds(left.question, right.question));
}

export function compareExternalIds(
  { external_id: left }: Pick<Question, 'external_id'>,
  { external_id: right }: Pick<Question, 'external_id'>,
): number {
  if (left === right) return 0;
  return (left ?? '') < (right ?? '') ? -1 : 1;
}

export function* cutStatements<Item extends { body: string }>(items: readonly Item[]): Generator<Item[]> {
  let batch: Item[] = [];
  let total = 0;
  for (const one of items) {
    const weight = statementWeight(one);
    if (batch.length > 0 && total + weight > MAX_STATEMENT_WEIGHT) {
      yield batch;
      [batch, total] = [[], 0];
    }
    batch.push(one);
    total += weight;
  }
  if (batch.length > 0) yield batch;
}

/** The JSON to reply with, also for a deleted question, so that the caller can say when it was deleted. */
export async function findQuestionBody(
  db: Executor,
  id: string,
): Promise<{ body: string; version: number; deleted_at: Date | null } | undefined> {
  const { rows } = await db.query<{ body: string; version: number; deleted_at: Date | null }>({
    name: 'find_question_body',
    text: 'select body, version, deleted_at from questions where id = $1',
    values: [id],
  });
  return rows[0];
}

/**
 * The name of the category comes from its table, because a node may not know a category yet that another node has
 * created.
 */
export const STORED_COLUMNS = `id, version, status, (select name from categories where categories.id = category_id) as category, difficulty,
  question_text, correct_answer, topic_focus, accepted_answers, incorrect_answers, explanation, tags, language, source, license,
  external_id, created_at, updated_at, deleted_at, updated_by, ${kindColumns()}`;

/** Locks the row until the transaction ends: of two writers one waits and then sees the other's version. */
export async function findQuestionForUpdate(tx: Executor, id: string): Promise<StoredQuestion | undefined> {
  const { rows } = await tx.query<StoredQuestion>({
    name: 'find_question_for_update',
    text: `select ${STORED_COLUMNS} from questions where id = $1 for update`,
    values: [id],
  });
  return rows[0];
}

/** Replaces a locked row by its next version and keeps the previous one. */
export async function updateQuestion(
  tx: Executor,
  question: StoredQuestion,
  categories: CategoryCatalogue,
  { change_id, kind }: InChange,
): Promise<WrittenQuestion> {
  const { body, features } = prepareQuestion(question);
  await tx.query({
    name: 'update_question',
    text: `
      with superseded as (
        insert into question_versions (question_id, version, changed_at, deleted_at, changed_by, body, body_version, transaction_id, change_id)
        select id, version, updated_at, deleted_at, updated_by, body, body_version, transaction_id, ${CHANGE_OF_VERSION}
          from questions
         where id = $1),
      changed as (
        ${appendChange('select $25::uuid, $26::text, $19, 1, array[$1::uuid], array[$2::integer] where $26 is not null')}),
      updated as (
        update questions
           set version = $2, updated_at = $3, deleted_at = $4, status = $5, category_id = $6, difficulty = $7, question_text = $8,
               correct_answer = $9, topic_focus = $10, accepted_answers = $11, incorrect_answers = $12, explanation = $13, tags = $14,
               language = $15, source = $16, license = $17, external_id = $18, updated_by = $19, body = $20, body_version = ${BODY_VERSION},
               transaction_id = pg_current_xact_id(), change_id = $25, change_version = $2,
               kind = $27, scoring = $28, key = $29
         where id = $1
        returning position)
      update question_features
         set features_version = ${FEATURES_VERSION}, text_hash = $21, likeness_keys = $22::integer[], flaws = $23, answer_type = $24
        from updated
       where question_features.position = updated.position
         and (text_hash, likeness_keys, flaws, answer_type, features_version)
             is distinct from ($21, $22::integer[], $23, $24, ${FEATURES_VERSION})`,
    values: [
      ...updateValues(question, body, categories),
      ...featureValues(features),
      change_id,
      kind,
      ...kindValues(question),
    ],
  });
  return { question, body };
}

function updateValues(question: StoredQuestion, body: string, categories: CategoryCatalogue): unknown[] {
  return [
    question.id,
    question.version,
    question.updated_at,
    question.deleted_at,
    question.status,
    categories.require(question.category).id,
    question.difficulty,
    question.question_text,
    question.correct_answer,
    question.topic_focus,
    question.accepted_answers,
    question.incorrect_answers,
    question.explanation,
    question.tags,
    question.language,
    question.source,
    question.license,
    question.external_id,
    question.updated_by,
    body,
  ];
}

/** The given external ids that are in use. */
export async function listTakenExternalIds(db: Executor, externalIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.query<{ external_id: string }>({
    name: 'list_taken_external_ids',
    text: 'select external_id from questions where external_id = any($1::text[]) and deleted_at is null',
    values: [externalIds],
  });
  return rows.map((row) => row.external_id);
}
