import type { CategoryCatalogue } from '../domain/category.ts';
import { renderQuestion } from '../domain/question.ts';
import { questionFeatures } from '../domain/question-features.ts';
import type { Executor } from './database.ts';
import type { PositionedQuestion } from './derived-columns.ts';

/** Counts kept by triggers that differ from counting the questions, by cell and block. */
export async function listWrongBlocks(db: Executor): Promise<object[]> {
  const { rows } = await db.query({
    text: `select status, category_id, difficulty, block, sum(kept) as kept, sum(counted) as counted
             from (select status, category_id, difficulty, block, count as kept, 0 as counted from question_blocks
                   union all
                   select status, category_id, difficulty, block, delta, 0 from question_count_deltas
                   union all
                   select status, category_id, difficulty, (position >> 16)::integer, 0, count(*)
                     from questions where deleted_at is null group by 1, 2, 3, 4) compared
            group by status, category_id, difficulty, block
           having sum(kept) <> sum(counted)`,
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

type VerifiedRow = PositionedQuestion & {
  category_id: number;
  body: string;
  text_hash: string | null;
  answer_key: string;
  minhash_bands: number[];
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
                  q.created_at, q.updated_at, q.body, f.text_hash, f.answer_key, f.minhash_bands
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
    row.answer_key === features.answer_key &&
    row.minhash_bands.join() === features.minhash_bands.join()
  );
}
