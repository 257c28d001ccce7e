import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { TextRow } from '../../../server/src/analysis/analysis-type.ts';
import { runType } from '../run-type.ts';

/**
 * `npm run recompute` compares our results for Open Trivia with those of scipy and scikit-learn, which are independent of
 * our code (Debian's python3-scipy and python3-sklearn).
 */
const FOLDER = path.resolve(import.meta.dirname, '../../../../shared/data/opentdb');
const SCRIPT = path.join(import.meta.dirname, 'recompute.py');
interface Stored {
  question_text: string;
  correct_answer: string;
  category: string;
  difficulty: number;
  topic: string;
}

const rows = gunzipSync(readFileSync(path.join(FOLDER, 'questions.jsonl.gz')))
  .toString()
  .trim()
  .split('\n')
  .map((line, index): TextRow => {
    const { topic, ...stored } = JSON.parse(line) as Stored;
    const id = `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
    return {
      ...stored,
      id,
      version: 1,
      topic_focus: topic,
      language: 'en',
      accepted_answers: [],
      incorrect_answers: [],
    };
  });

const run = async (...given: Parameters<typeof runType>) => (await runType(...given)).result;

const of = (category: string) => rows.filter((row) => row.category === category);
const results = {
  coverage: await run('coverage', rows),
  text_statistics: await run('text_statistics', rows),
  difficulty_check: await run('difficulty_check', rows),
  topics: await run('topics', rows),
  set_comparison: await run(
    'set_comparison',
    of('Science'),
    { other: { filter: { category: 'Geography' } } },
    of('Geography'),
  ),
};
const { status } = spawnSync('/usr/bin/python3', [SCRIPT, FOLDER], {
  input: JSON.stringify(results),
  stdio: ['pipe', 'inherit', 'inherit'],
  timeout: 600_000,
});
process.exitCode = status ?? 1;
