import type { CategoryCatalogue } from '../domain/category.ts';
import { FEATURES_VERSION } from '../domain/question-features.ts';
import type { QuestionFilter } from '../domain/question-filter.ts';
import type { Executor } from './database.ts';
import { filterConditions, filterSource, Values } from './question-conditions.ts';

/** The part of the bank that a shard is about: what the filter means, in a range of positions, as it was at a snapshot. */
export interface SourceScope {
  filter: QuestionFilter;
  snapshot: string;
  from: string;
  until: string;
}

interface Selection {
  from: string;
  where: string;
  values: Values;
}

/** Questions that have not changed since the snapshot. */
function unchanged({ filter, snapshot, from, until }: SourceScope, categories: CategoryCatalogue): Selection {
  const values = new Values();
  const where = [
    filterConditions(filter, categories, values),
    `position >= ${values.param(from, 'bigint')} and position < ${values.param(until, 'bigint')}`,
    `pg_visible_in_snapshot(questions.transaction_id, ${values.param(snapshot, 'pg_snapshot')})`,
  ];
  return { from: filterSource(filter), where: where.join(' and '), values };
}

export interface GroupedCell {
  category_id: number;
  difficulty: number;
  topic_focus: string | null;
  count: number;
}

export async function groupCells(
  db: Executor,
  scope: SourceScope,
  categories: CategoryCatalogue,
): Promise<GroupedCell[]> {
  const { from, where, values } = unchanged(scope, categories);
  const { rows } = await db.query<GroupedCell>({
    text: `select category_id, difficulty, topic_focus, count(*)::integer as count
             from ${from} where ${where}
            group by category_id, difficulty, topic_focus`,
    values: values.list,
  });
  return rows;
}

export interface GroupedFlaws {
  category_id: number;
  flaws: number;
  answer_type: number;
  count: number;
  /** Ids and versions separated by commas: a driver that parses arrays takes ten times as long. */
  ids: string | null;
  versions: string | null;
}

/** By the stored features; questions whose features are of an older version are left to `listStale`. */
export async function groupFlaws(
  db: Executor,
  scope: SourceScope,
  categories: CategoryCatalogue,
): Promise<GroupedFlaws[]> {
  const { from, where, values } = unchanged(scope, categories);
  const { rows } = await db.query<GroupedFlaws>({
    text: `select category_id, flaws, answer_type, count(*)::integer as count,
                  string_agg(id::text, ',') filter (where flaws <> 0) as ids,
                  string_agg(version::text, ',') filter (where flaws <> 0) as versions
             from (select category_id, flaws, answer_type, id, version
                     from ${from} join question_features using (position)
                    where ${where} and features_version = ${FEATURES_VERSION}) judged
            group by category_id, flaws, answer_type`,
    values: values.list,
  });
  return rows;
}

/** A question with its text, as analyses read it. */
export interface SourceText {
  position: string;
  id: string;
  version: number;
  category_id: number;
  difficulty: number;
  topic_focus: string | null;
  language: string;
  question_text: string;
  correct_answer: string;
  accepted_answers: readonly string[];
  incorrect_answers: readonly string[];
}

const TEXT_COLUMNS = `position, id, version, category_id, difficulty, topic_focus, language, question_text, correct_answer,
  accepted_answers, incorrect_answers`;

export async function listTexts(
  db: Executor,
  scope: SourceScope,
  categories: CategoryCatalogue,
): Promise<SourceText[]> {
  const { from, where, values } = unchanged(scope, categories);
  const { rows } = await db.query<SourceText>({
    text: `select ${TEXT_COLUMNS} from ${from} where ${where}`,
    values: values.list,
  });
  return rows;
}

/** Unchanged questions whose features the background has not brought up to date yet. */
export async function listStale(
  db: Executor,
  scope: SourceScope,
  categories: CategoryCatalogue,
): Promise<SourceText[]> {
  const { from, where, values } = unchanged(scope, categories);
  const { rows } = await db.query<SourceText>({
    text: `select ${TEXT_COLUMNS} from ${from} left join question_features using (position)
            where ${where} and features_version is distinct from ${FEATURES_VERSION}`,
    values: values.list,
  });
  return rows;
}

/**
 * Questions that were changed since the snapshot, as they were at it. The same filter is asked of the version of that
 * time; read in one transaction with the unchanged ones, or a question could be in both.
 */
export async function listSuperseded(
  db: Executor,
  { filter, snapshot, from, until }: SourceScope,
  categories: CategoryCatalogue,
): Promise<SourceText[]> {
  const values = new Values();
  const seen = values.param(snapshot, 'pg_snapshot');
  const range = `position >= ${values.param(from, 'bigint')} and position < ${values.param(until, 'bigint')}`;
  const tags =
    filter.tag === undefined ? '' : `cross join lateral jsonb_array_elements_text(content -> 'tags') as tag_of (tag)`;
  const { rows } = await db.query<SourceText>({
    text: `
      with changed as materialized (
        select position, id from questions
         where transaction_id >= pg_snapshot_xmin(${seen}) and not pg_visible_in_snapshot(transaction_id, ${seen}) and ${range}),
      questions as (
        select changed.position, changed.id, past.version, past.deleted_at, past.changed_at as updated_at, ${filter.tag === undefined ? '' : 'tag,'}
               (content ->> 'status')::question_status as status,
               categories.id as category_id,
               (content ->> 'difficulty')::smallint as difficulty,
               content ->> 'topic_focus' as topic_focus,
               content ->> 'language' as language,
               content ->> 'external_id' as external_id,
               content ->> 'question_text' as question_text,
               content ->> 'correct_answer' as correct_answer,
               array(select jsonb_array_elements_text(content -> 'accepted_answers')) as accepted_answers,
               array(select jsonb_array_elements_text(content -> 'incorrect_answers')) as incorrect_answers
          from changed
         cross join lateral (
               select version, deleted_at, changed_at, body::jsonb as content
                 from question_versions
                where question_id = changed.id and pg_visible_in_snapshot(transaction_id, ${seen})
                order by version desc
                limit 1) past
          join categories on lower(categories.name) = lower(content ->> 'category')
         ${tags})
      select ${TEXT_COLUMNS} from questions where ${filterConditions(filter, categories, values)}`,
    values: values.list,
  });
  return rows;
}
