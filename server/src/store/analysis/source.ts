import type { CategoryCatalogue } from '../../domain/categories.ts';
import { FEATURES_VERSION } from '../../domain/questions/features.ts';
import type { QuestionFilter } from '../../domain/questions/filter.ts';
import type { Executor } from '../database/database.ts';
import { filterConditions, filterSource, Values } from '../questions/conditions.ts';

/**
 * The part of the bank that a shard covers: the questions that match a filter, in a range of positions, at a snapshot.
 */
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
  return { from: filterSource(filter, values), where: where.join(' and '), values };
}

interface GroupedCell {
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

interface GroupedFlaws {
  category_id: number;
  /** Null if the features were computed by an older version: then all ids are given. */
  flaws: number | null;
  /** Dismissed bits are not among `flaws`. */
  dismissed: number;
  answer_type: number | null;
  count: number;
  ids: readonly string[];
}

/** The dismissed flaws of a version of a question. */
interface DismissedFlaws {
  id: string;
  version: number;
  flaws: number;
}

/** Where the rows of a shard are stored, and which bits give which rank. */
export interface ItemFile {
  items_id: string;
  shard: number;
  /** Distinguishes the rows of this attempt from those of another worker on the same shard. */
  attempt: string;
  ranks: readonly number[];
}

/** The maximum number of questions named per group. */
const EXAMPLES = 50;

/** Counts groups by the stored features in one pass, and stores a row of analysis_items for each rank. */
export async function groupFlaws(
  db: Executor,
  scope: SourceScope,
  categories: CategoryCatalogue,
  { items_id, shard, attempt, ranks }: ItemFile,
  dismissed: readonly DismissedFlaws[],
): Promise<GroupedFlaws[]> {
  const { from, where, values } = unchanged(scope, categories);
  // The condition is repeated for both tables; otherwise PostgreSQL looks the features up one by one, which takes 60 ms
  // for a shard instead of 20.
  const features = `select position, features_version, flaws, answer_type from question_features
                     where position >= ${values.param(scope.from, 'bigint')} and position < ${values.param(scope.until, 'bigint')}`;
  const all = values.param(
    ranks.reduce((bits, rank) => bits | rank, 0),
    'integer',
  );
  const rank = ranks.map((bits, index) => `when flaws & ${values.param(bits, 'integer')} <> 0 then ${index}`).join(' ');
  // In the order of ids, which is that of the scan: this takes 3 ms, sorting by rank as well takes 20.
  const lists = ranks.map((_, index) =>
    ['id', 'version', 'body'].map((column) => `array_agg(${column}) filter (where rank = ${index})`),
  );
  const marked = joinDismissed(dismissed, values);
  const { rows } = await db.query<GroupedFlaws>({
    text: `
      with judged as materialized (
        select category_id, id, version,
               case when features_version = ${FEATURES_VERSION} then ${marked.flaws} end as flaws,
               case when features_version = ${FEATURES_VERSION} then answer_type end as answer_type ${marked.column}
          from ${from} left join (${features}) features using (position) ${marked.join}
         where ${where}),
      filed as (
        insert into analysis_items (items_id, rank, shard, attempt, count, question_ids, versions, bodies)
        select ${values.param(items_id, 'uuid')}, rank, ${values.param(shard, 'integer')}, ${values.param(attempt, 'uuid')}, cardinality(ids), ids, versions, bodies
          from (select ${lists.flat().join(', ')}
                  from (select id, version, (flaws & ${all})::text as body, case ${rank} end as rank
                          from judged where flaws & ${all} <> 0 order by id) ordered)
               as listed (${lists.map((_, index) => `ids_${index}, versions_${index}, bodies_${index}`).join(', ')})
         cross join lateral (values ${lists.map((_, index) => `(${index}, ids_${index}, versions_${index}, bodies_${index})`).join(', ')})
               as ranked (rank, ids, versions, bodies)
         where ids is not null)
      select category_id, flaws, ${marked.name} as dismissed, answer_type, count,
             case when flaws = 0 then '{}' else array (select id from unnest(ids) as named (id) order by id limit case when flaws is null then null else ${EXAMPLES} end) end as ids
        from (select category_id, flaws, ${marked.name} as dismissed, answer_type, count(*)::integer as count,
                     array_agg(id) filter (where flaws is distinct from 0) as ids
                from judged group by category_id, flaws, answer_type ${marked.group}) grouped`,
    values: values.list,
  });
  return rows;
}

/**
 * Removes dismissed bits. If there are none, which is usual, nothing is joined. Processor time to group a shard of
 * 32,768 without storing its rows: 69 to 91 ms without dismissals, 91 to 99 with 100 of them, 126 to 136 with 1,000,
 * 147 to 174 with 20,000.
 */
function joinDismissed(dismissed: readonly DismissedFlaws[], values: Values) {
  if (dismissed.length === 0) return { flaws: 'flaws', column: '', name: '0', group: '', join: '' };
  const lists = [
    values.param(
      dismissed.map(({ id }) => id),
      'uuid[]',
    ),
    values.param(
      dismissed.map(({ version }) => version),
      'integer[]',
    ),
    values.param(
      dismissed.map(({ flaws }) => flaws),
      'integer[]',
    ),
  ];
  return {
    flaws: 'flaws & ~coalesce(dismissed_flaws, 0)',
    column: `, case when features_version = ${FEATURES_VERSION} then flaws & coalesce(dismissed_flaws, 0) else 0 end as dismissed`,
    name: 'dismissed',
    group: ', dismissed',
    join: `left join unnest(${lists.join(', ')}) as dismissals (question_id, at_version, dismissed_flaws)
                  on dismissals.question_id = questions.id and at_version = questions.version`,
  };
}

/** The text of a question, as analyses read it. */
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

/** Reads in the order of the bank, a thousand at a time. `tx` is a transaction. */
export async function* readTexts(
  tx: Executor,
  scope: SourceScope,
  categories: CategoryCatalogue,
): AsyncGenerator<SourceText[]> {
  const { from, where, values } = unchanged(scope, categories);
  const text = `select ${TEXT_COLUMNS} from ${from} where ${where} order by position`;
  yield* readByCursor(tx, 'unchanged_texts', text, values);
}

/** A question has at most 64 KB, so 1,000 take at most 64 MB, but a shard of 32,768 could take 2 GB. */
const ROWS_AT_ONCE = 1000;

async function* readByCursor(tx: Executor, cursor: string, text: string, values: Values): AsyncGenerator<SourceText[]> {
  await tx.query({ text: `declare ${cursor} no scroll cursor for ${text}`, values: values.list });
  for (;;) {
    const { rows } = await tx.query<SourceText>({ text: `fetch ${ROWS_AT_ONCE} from ${cursor}` });
    yield rows;
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await tx.query({ text: `close ${cursor}` });
}

/**
 * Settings of a transaction that reads by cursor. It is idle while the caller computes, and it reads all rows in the
 * end.
 */
export async function prepareReading(tx: Executor, idleTimeoutMs: number): Promise<void> {
  await tx.query({
    text: `select set_config('cursor_tuple_fraction', '1', true), set_config('idle_in_transaction_session_timeout', $1, true)`,
    values: [String(idleTimeoutMs)],
  });
}

export async function* readTextsOf(db: Executor, ids: readonly string[]): AsyncGenerator<SourceText[]> {
  for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
    const { rows } = await db.query<SourceText>({
      text: `select ${TEXT_COLUMNS} from questions where id = any($1::uuid[])`,
      values: [ids.slice(from, from + ROWS_AT_ONCE)],
    });
    yield rows;
  }
}

/**
 * Questions that were changed since the snapshot, as they were at the snapshot, in the order of the bank. The filter is
 * applied to that version. They are read in one transaction with the unchanged ones; otherwise a question could be in
 * both.
 */
export async function* readSuperseded(
  tx: Executor,
  { filter, snapshot, from, until }: SourceScope,
  categories: CategoryCatalogue,
): AsyncGenerator<SourceText[]> {
  const values = new Values();
  const seen = values.param(snapshot, 'pg_snapshot');
  const range = `position >= ${values.param(from, 'bigint')} and position < ${values.param(until, 'bigint')}`;
  const tags =
    filter.tag === undefined ? '' : `cross join lateral jsonb_array_elements_text(content -> 'tags') as tag_of (tag)`;
  const text = `
      with changed as materialized (
        select position, id from questions
         where transaction_id >= pg_snapshot_xmin(${seen}) and not pg_visible_in_snapshot(transaction_id, ${seen}) and ${range}),
      questions as (
        select changed.position, changed.id, past.version, past.deleted_at, past.changed_at as updated_at, ${filter.tag === undefined ? '' : 'tag,'}
               (content ->> 'status')::question_status as status,
               categories.id as category_id,
               (content ->> 'difficulty')::smallint as difficulty,
               content ->> 'topic_focus' as topic_focus,
               array(select jsonb_array_elements_text(content -> 'tags')) as tags,
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
         cross join lateral (
               select id from categories
                where lower(name) = lower(content ->> 'category')
                order by ended_at is not null, merged_into is not null, id desc
                limit 1) categories
         ${tags})
      select ${TEXT_COLUMNS} from questions where ${filterConditions(filter, categories, values)} order by position`;
  yield* readByCursor(tx, 'superseded_texts', text, values);
}
