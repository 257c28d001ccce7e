import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { TextRow } from '../../server/src/analysis/analysis-type.ts';
import { analysisTypes } from '../../server/src/analysis/index.ts';
import { writeFinding } from '../../server/src/sentences/settle.ts';
import { runType } from './run-type.ts';

/** `npm run first-findings` prints the first findings of every analysis type for every bank in the shared data. */
const DATA = path.resolve(import.meta.dirname, '../../../shared/data');
const SHOWN = 3;

interface Stored {
  question_text: string;
  correct_answer: string;
  category: string;
  difficulty: number | null;
  topic: string;
}

const BANKS: Readonly<Record<string, () => TextRow[]>> = {
  demo: () => (JSON.parse(readFileSync(path.join(DATA, 'combined/demo_600.json'), 'utf8')) as Stored[]).map(asRow),
  opentdb: () => readBank('opentdb'),
  opentriviaqa: () => readBank('opentriviaqa'),
  combined: () => readBank('combined'),
};

function readLines<Line>(file: string): Line[] {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Line);
}

/** Reads a bank with the options of its questions, if it has any. */
function readBank(name: string): TextRow[] {
  const rows = readLines<Stored>(path.join(DATA, name, 'questions.jsonl.gz')).map(asRow);
  const choices = path.join(DATA, name, 'choices.jsonl.gz');
  if (!existsSync(choices)) return rows;
  const options = readLines<{ incorrect_answers: string[] }>(choices);
  return rows.map((row, index) => ({ ...row, incorrect_answers: options[index]?.incorrect_answers ?? [] }));
}

function asRow({ topic, difficulty, question_text, correct_answer, category }: Stored, index: number): TextRow {
  return {
    id: `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    version: 1,
    question_text,
    correct_answer,
    category,
    difficulty: difficulty ?? 1,
    topic_focus: topic,
    language: 'en',
    accepted_answers: [],
    incorrect_answers: [],
  };
}

const say = (line: string) => process.stdout.write(`${line}\n`);
for (const [name, read] of Object.entries(BANKS)) {
  const rows = read();
  const of = (category: string) => rows.filter((row) => row.category === category);
  for (const type of analysisTypes) {
    const { findings } =
      type.name === 'set_comparison'
        ? await runType(type.name, of('Science'), { other: { filter: { category: 'Geography' } } }, of('Geography'))
        : await runType(type.name, rows);
    say(`\n${name}, ${type.name}`);
    for (const { severity, text } of findings.slice(0, SHOWN).map(writeFinding)) say(`  ${severity}: ${text}`);
  }
}
