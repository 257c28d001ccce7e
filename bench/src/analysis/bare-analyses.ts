import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const READY = `status = 'ready' and deleted_at is null`;
/** Counts words as the service does: runs of letters and digits, in lower case. */
const words = (field: string) =>
  `select word, count(*) from (select regexp_split_to_table(lower(${field}), '[^[:alnum:]]+') as word from questions where ${READY}) spoken group by word order by 2 desc limit 50`;
const spread = (column: string) =>
  `avg(${column}), stddev_samp(${column}), min(${column}), max(${column}), percentile_disc(array[0.05, 0.25, 0.5, 0.75, 0.95]) within group (order by ${column})`;

const LENGTHS = [
  'char_length(question_text)',
  `regexp_count(question_text, '[[:alnum:]]+')`,
  `regexp_count(question_text, '[.!?]+')`,
  'char_length(correct_answer)',
  `regexp_count(correct_answer, '[[:alnum:]]+')`,
];

/** The aggregates a person would write in psql to get the numbers of each analysis, without findings, rows or plots. */
export const BARE_ANALYSES: Readonly<Record<string, readonly string[]>> = {
  coverage: [
    `select category_id, difficulty, count(*) from questions where ${READY} group by grouping sets ((category_id, difficulty), (category_id), (difficulty), ())`,
  ],
  item_flaws: [
    `select category_id, flaws, answer_type, count(*) from questions join question_features using (position) where ${READY} group by 1, 2, 3`,
  ],
  text_statistics: [
    `select ${LENGTHS.map(spread).join(', ')} from questions where ${READY}`,
    words('question_text'),
    words('correct_answer'),
  ],
};

/** Runs the statements one after the other in psql and returns the total time in seconds. */
export async function timeBare(databaseUrl: string, analysisType: string): Promise<number> {
  const started = performance.now();
  for (const statement of BARE_ANALYSES[analysisType] ?? []) {
    await execute('psql', [databaseUrl, '-X', '-q', '-o', '/dev/null', '-c', statement]);
  }
  return (performance.now() - started) / 1000;
}
