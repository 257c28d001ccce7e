import type { CategoryCatalogue } from '../domain/category.ts';
import { renderQuestion } from '../domain/question.ts';
import { questionFeatures } from '../domain/question-features.ts';
import type { Executor } from './database.ts';
import type { PositionedQuestion } from './derived-columns.ts';
import { CELLS_AND_TOGETHER, FINE, REGION, TOGETHER, WHOLE } from './question-counts.ts';

/** Counts kept by triggers that differ from counting the questions, by size, block and cell. */
export async function listWrongBlocks(db: Executor): Promise<object[]> {
  const { rows } = await db.query({
    text: `with counted as (
             select block, status, category_id, difficulty, sum(count) as count
               from (select (position >> ${FINE})::integer as block, status, category_id, difficulty, count(*) as count
                       from questions where deleted_at is null group by 1, 2, 3, 4
                     union all
                     select block, status, category_id, difficulty, -delta from question_count_deltas) counts
              group by 1, 2, 3, 4),
           expected as (
             select size, status, coalesce(category_id, ${TOGETHER}) as category_id, coalesce(difficulty, ${TOGETHER}) as difficulty,
                    block >> (size - ${FINE}) as block, sum(count) as count
               from counted
              cross join (values (${FINE}), (${REGION}), (${WHOLE})) sizes (size)
              group by ${CELLS_AND_TOGETHER})
           select size, status, category_id, difficulty, block, kept.count as kept, expected.count as counted
             from question_blocks kept
             full join expected using (size, status, category_id, difficulty, block)
            where coalesce(kept.count, 0) <> coalesce(expected.count, 0)`,
  });
  return rows;
}

/** The same by cell and topic. */
export async function listWrongTopics(db: Executor): Promise<object[]> {
  const { rows } = await db.query({
    text: `select status, category_id, difficulty, topic_focus, sum(kept) as kept, sum(counted) as counted
             from (select status, category_id, difficulty, topic_focus, count as kept, 0 as counted from question_topics
                   union all
                   select status, category_id, difficulty, topic_focus, delta, 0 from question_count_deltas
                   union all
                   select status, category_id, difficulty, coalesce(topic_focus, ''), 0, count(*)
                     from questions where deleted_at is null group by 1, 2, 3, 4) compared
            group by status, category_id, difficulty, topic_focus
           having sum(kept) <> sum(counted)`,
  });
  return rows;
}

/** Tags of questions that are kept wrongly: too many, too few, or with another status, category or level. */
export async function listWrongTags(db: Executor): Promise<object[]> {
  const { rows } = await db.query({
    text: `with given as (
             select distinct position, status, category_id, difficulty, unnest(tags) as tag from questions where deleted_at is null)
           (select 'missing' as kind, * from (table given except select position, status, category_id, difficulty, tag from question_tags) missing)
            union all
           (select 'too many', * from (select position, status, category_id, difficulty, tag from question_tags except table given) extra)`,
  });
  return rows;
}

type VerifiedRow = PositionedQuestion & {
  category_id: number;
  body: string;
  text_hash: string | null;
  likeness_keys: number[];
  flaws: number;
  answer_type: number;
};

/** Ids among the next `limit` questions whose body or features differ from what the columns give. */
export async function listWrongDerivations(
  db: Executor,
  categories: CategoryCatalogue,
  afterId: string,
  limit: number,
): Promise<{ wrong: string[]; lastId: string | undefined }> {
  const { rows } = await db.query<VerifiedRow>({
    text: `select q.position, q.id, q.version, q.status, q.category_id, q.difficulty, q.question_text, q.correct_answer, q.topic_focus,
                  q.accepted_answers, q.incorrect_answers, q.explanation, q.tags, q.language, q.source, q.license, q.external_id,
                  q.created_at, q.updated_at, q.body, f.text_hash, f.likeness_keys, f.flaws, f.answer_type
             from (select * from questions where id > $1 order by id limit $2) q
             left join question_features f using (position)
            order by id`,
    values: [afterId, limit],
  });
  const wrong = rows.filter((row) => !isDerivedRight(row, categories)).map((row) => row.id);
  return { wrong, lastId: rows.at(-1)?.id };
}

function isDerivedRight(row: VerifiedRow, categories: CategoryCatalogue): boolean {
  const features = questionFeatures(row);
  return (
    row.body === renderQuestion({ ...row, category: categories.nameOf(row.category_id) }) &&
    row.text_hash === String(features.text_hash) &&
    row.likeness_keys.join() === features.likeness_keys.join() &&
    row.flaws === features.flaws &&
    row.answer_type === features.answer_type
  );
}
