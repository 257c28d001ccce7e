import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { AnalysisType, Part, TextRow } from '../../../server/src/analysis/analysis-type.ts';
import { findAnalysisType } from '../../../server/src/analysis/index.ts';

/**
 * `npm run recompute`: numbers of our results over Open Trivia beside those of scipy and scikit-learn, which know nothing of our
 * code (Debian's python3-scipy and python3-sklearn).
 */
const FOLDER = path.resolve(import.meta.dirname, '../../../../shared/data/opentdb');
const SCRIPT = path.join(import.meta.dirname, 'recompute.py');
const ajv = new Ajv2020({ useDefaults: true, strict: false });
ajv.addFormat('uuid', /^[0-9a-f-]{36}$/u);
ajv.addSchema({ $id: 'QuestionFilter', type: 'object' });

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

/** The result of a type over these questions, compared with the others where it compares. */
async function run(
  name: string,
  asked: readonly TextRow[],
  given: object = {},
  others?: readonly TextRow[],
): Promise<object> {
  const type = findAnalysisType(name);
  const parameters = structuredClone(given);
  if (!ajv.compile(type.parameters)(parameters)) throw new Error(`parameters of ${name}`);
  const { result } =
    'gather' in type
      ? await type.gather(partsOf(type, parameters, asked, others), parameters, { dismissed: [], dismissedRows: [] })
      : type.finish(type.map(inputOf(type, parameters, asked), parameters), parameters);
  return result;
}

function inputOf(type: AnalysisType, parameters: object, asked: readonly TextRow[]) {
  if (type.source(parameters) === 'texts') return { source: 'texts' as const, rows: asked };
  const cells = asked.map(({ category, difficulty, topic_focus }) => ({ category, difficulty, topic_focus, count: 1 }));
  return { source: 'cells' as const, rows: cells };
}

function partsOf(type: AnalysisType, parameters: object, ...populations: (readonly TextRow[] | undefined)[]) {
  if (!('gather' in type)) throw new Error(`${type.name} does not gather`);
  const parts = populations.flatMap((members, population): Part<unknown>[] =>
    members === undefined
      ? []
      : [{ population, partial: type.map(inputOf(type, parameters, members), parameters, population) }],
  );
  return {
    async *[Symbol.asyncIterator]() {
      yield* parts;
    },
  };
}

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
