import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { FEATURES_VERSION } from '../../server/src/domain/questions/features.ts';
import { BODY_VERSION } from '../../server/src/domain/questions/question.ts';
import { foldQuestionCounts } from '../../server/src/store/questions/counts.ts';
import { FIRST_ID, startFollowing, updateDerivedColumn } from '../../server/src/store/questions/derived-columns.ts';
import { copyLines, FEATURE_COLUMNS, QUESTION_COLUMNS } from './copy-rows.ts';
import { generateQuestions } from './question-generator.ts';

const BATCH = 100_000;

/** Fills the bank up to `count` questions by COPY. For more than 500,000 rows, indexes are dropped and rebuilt at the end. */
export async function seedBank(url: string, count: number, report: (line: string) => void): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ have: string }>(
    'select coalesce(sum(count), 0) as have from question_blocks where size = 30 and category_id = -1',
  );
  const have = Number(rows[0]?.have ?? 0);
  const { rows: unfinished } = await client.query(`select from pg_class where relname = 'dropped_indexes'`);
  if (have >= count && unfinished.length === 0) return client.end();
  if (count - have > 500_000) await dropIndexes(client);
  const questions = generateQuestions(1);
  for (let skipped = 0; skipped < have; skipped += 1) questions.next();
  const started = performance.now();
  for (let done = have; done < count; done += BATCH) {
    const size = Math.min(BATCH, count - done);
    const featureLines: string[] = [];
    const questionLines = function* () {
      for (let index = 1; index <= size; index += 1) {
        const lines = copyLines(questions.next().value, done + index);
        featureLines.push(lines.features);
        yield lines.question;
      }
    };
    await client.query('begin');
    await copy(client, `questions (${QUESTION_COLUMNS})`, questionLines());
    await copy(client, `question_features (${FEATURE_COLUMNS})`, featureLines);
    await client.query('commit');
    await foldQuestionCounts(client);
    report(`${done + size} questions, ${Math.round((performance.now() - started) / 1000)} s`);
  }
  await client.query(`select setval('questions_position_seq', $1)`, [Math.max(have, count)]);
  // Records that the rows are up to date, because otherwise the worker would check all of them during the measurements.
  await updateDerivedColumn(client, 'body', BODY_VERSION, FIRST_ID);
  await updateDerivedColumn(client, 'features', FEATURES_VERSION, FIRST_ID);
  for (const name of ['body', 'features'] as const) await startFollowing(client, name);
  await client.query(`set maintenance_work_mem = '2GB'; set max_parallel_maintenance_workers = 2`);
  await buildIndexes(client, report);
  for (const table of [
    'questions',
    'question_features',
    'question_blocks',
    'question_topics',
    'question_tags',
    'question_count_deltas',
  ]) {
    await client.query(`vacuum (analyze) ${table}`);
  }
  await client.end();
}

async function copy(client: pg.Client, target: string, lines: Iterable<string>): Promise<void> {
  await pipeline(Readable.from(inChunks(lines)), client.query(copyFrom(`copy ${target} from stdin`)));
}

/** Joins lines into larger writes. One write per line would cost more in stream overhead than in PostgreSQL. */
function* inChunks(lines: Iterable<string>): Generator<string> {
  let chunk = '';
  for (const text of lines) {
    chunk += text;
    if (chunk.length > 65_536) {
      yield chunk;
      chunk = '';
    }
  }
  yield chunk;
}

/** Drops every index except primary keys. The definitions are kept in a table, in case the seed is interrupted. */
async function dropIndexes(client: pg.Client): Promise<void> {
  await client.query('create table if not exists dropped_indexes (name text primary key, definition text not null)');
  const { rows } = await client.query<{ name: string }>(
    `insert into dropped_indexes
     select indexrelid::regclass::text, pg_get_indexdef(indexrelid)
       from pg_index where indrelid in ('questions'::regclass, 'question_features'::regclass) and not indisprimary
         on conflict do nothing
     returning name`,
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
}

async function buildIndexes(client: pg.Client, report: (line: string) => void): Promise<void> {
  const { rows: found } = await client.query(`select from pg_class where relname = 'dropped_indexes'`);
  if (found.length === 0) return;
  const { rows } = await client.query<{ name: string; definition: string }>(
    'select name, definition from dropped_indexes',
  );
  for (const { name, definition } of rows) {
    const started = performance.now();
    await client.query(definition);
    report(`${name} built in ${Math.round((performance.now() - started) / 1000)} s`);
  }
  await client.query('drop table dropped_indexes');
}
