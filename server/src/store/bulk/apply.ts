import type { CategoryCatalogue } from '../../domain/categories.ts';
import type { QuestionEventType } from '../../domain/events.ts';
import { BODY_VERSION } from '../../domain/questions/question.ts';
import { CHANGE_OF_VERSION } from '../changes/change-of-version.ts';
import { arrayLiteral } from '../database/array-literal.ts';
import type { Executor } from '../database/database.ts';
import { appendSelected } from '../events.ts';
import { cutStatements, type StoredQuestion, type WrittenQuestion } from '../questions/questions.ts';

/** A member in its next version, with the fields in which it differs from the previous one. */
export interface ChangedMember extends WrittenQuestion {
  question: StoredQuestion;
  changed: readonly string[];
}

/**
 * Replaces locked rows by their next versions, keeps the previous versions and writes their events. Texts and answers
 * do not change, so features stay. The columns are those that a bulk change may set.
 */
export async function updateMembers(
  tx: Executor,
  members: readonly ChangedMember[],
  categories: CategoryCatalogue,
  { changeId, event }: { changeId: string; event: QuestionEventType },
): Promise<void> {
  for (const batch of cutStatements(members)) {
    const questions = batch.map(({ question }) => question);
    await tx.query({
      name: 'update_members',
      text: `
        with given as materialized (
          select * from unnest($1::uuid[], $2::integer[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::text[], $7::question_status[],
                               $8::smallint[], $9::smallint[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[])
                     as given (id, version, updated_at, deleted_at, updated_by, body, status, category_id, difficulty, topic_focus, tags,
                               language, license, changed)),
        superseded as (
          insert into question_versions (question_id, version, changed_at, deleted_at, changed_by, body, body_version, transaction_id, change_id)
          select questions.id, questions.version, questions.updated_at, questions.deleted_at, questions.updated_by, questions.body, body_version,
                 transaction_id, ${CHANGE_OF_VERSION}
            from questions join given using (id)),
        logged as (
          ${appendSelected(`select $15::text, id, version, changed::text[], updated_by, updated_at, $16::uuid from given`)})
        update questions
           set version = given.version, updated_at = given.updated_at, deleted_at = given.deleted_at, updated_by = given.updated_by,
               status = given.status, category_id = given.category_id, difficulty = given.difficulty, topic_focus = given.topic_focus,
               tags = given.tags::text[], language = given.language, license = given.license, body = given.body, body_version = ${BODY_VERSION},
               transaction_id = pg_current_xact_id(), change_id = $16, change_version = given.version
          from given
         where questions.id = given.id`,
      values: [
        questions.map((question) => question.id),
        questions.map((question) => question.version),
        questions.map((question) => question.updated_at),
        questions.map((question) => question.deleted_at),
        questions.map((question) => question.updated_by),
        batch.map(({ body }) => body),
        questions.map((question) => question.status),
        questions.map((question) => categories.require(question.category).id),
        questions.map((question) => question.difficulty),
        questions.map((question) => question.topic_focus),
        questions.map((question) => arrayLiteral(question.tags)),
        questions.map((question) => question.language),
        questions.map((question) => question.license),
        batch.map(({ changed }) => arrayLiteral(changed)),
        event,
        changeId,
      ],
    });
  }
}
