import { BODY_VERSION } from '../src/domain/questions/question.ts';
import type { Executor } from '../src/store/database/database.ts';

interface BulkRows {
  count: number;
  /** The approximate size of the JSON of each. */
  bodyBytes?: number;
  /** SQL over the number of the row, `n`. */
  topic?: string;
  language?: string;
  tags?: string;
  text?: string;
}

/**
 * Questions by the hundred thousand, written by PostgreSQL itself; their JSON has the fields that tests inspect, and
 * filler.
 */
export async function insertBulkRows(
  db: Executor,
  {
    count,
    bodyBytes = 300,
    topic = 'null',
    language = `'en'`,
    tags = `'{}'`,
    text = `'Which planet is number ' || n || '?'`,
  }: BulkRows,
): Promise<void> {
  await db.query({
    text: `
      insert into questions (id, created_at, updated_at, version, status, category_id, difficulty, body_version, question_text, correct_answer,
             topic_focus, accepted_answers, incorrect_answers, tags, language, updated_by, body)
      select id, now(), now(), 1, 'ready', 1 + n % 6, n % 3, ${BODY_VERSION}, ${text}, 'Mercury', ${topic}, '{}', '{}', ${tags}, ${language}, 'test',
             json_build_object('id', id, 'question_text', ${text}, 'correct_answer', 'Mercury', 'explanation', repeat('x', ${bodyBytes}))::text
        from (select n, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid as id from generate_series(1, ${count}) n) numbered`,
  });
}

/** Updates statistics, as in a bank after a minute. */
export async function analyzeBank(db: Executor): Promise<void> {
  for (const table of ['questions', 'question_tags', 'question_topics', 'question_blocks']) {
    await db.query({ text: `analyze ${table}` });
  }
}
