import { renderQuestion } from '../../domain/questions/question.ts';
import type { Input, Questions, ReadOptions, Row } from '../format.ts';
import { TextInput } from '../shared/decode.ts';
import { type Line, readLines } from '../shared/lines.ts';
import { joined } from '../shared/pieces.ts';

/** One JSON object per line: the question as the API shows it. Blank lines are skipped. */
export async function* readJsonl(input: Input, options: ReadOptions = {}): AsyncGenerator<Row, void, undefined> {
  for await (const lines of readLines(new TextInput(input, { encoding: 'utf-8', ...options }))) {
    for (const line of lines) {
      if (line.text.trim() !== '') yield readLine(line);
    }
  }
}

function readLine({ number, text }: Line): Row {
  const place = { line: number };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return { kind: 'question', draft: value, place, raw: text };
    }
    return reject(number, text, 'the value has another type');
  } catch (error) {
    return reject(number, text, (error as Error).message);
  }
}

function reject(line: number, raw: string, reason: string): Row {
  return {
    kind: 'report',
    place: { line },
    code: 'invalid_json',
    detail: `Line ${line} is not a JSON object: ${reason.slice(0, 200)}.`,
    value: raw.slice(0, 200),
    raw,
  };
}

/** Every line has the same keys, with `null` for missing values: readers that derive a schema from a file need that. */
export async function* writeJsonl(questions: Questions): AsyncGenerator<string, void, undefined> {
  yield* joined(render(questions));
}

async function* render(questions: Questions): AsyncGenerator<string, void, undefined> {
  for await (const question of questions) yield `${renderQuestion(question)}\n`;
}
