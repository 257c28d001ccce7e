import type { Question } from '../../domain/questions/question.ts';
import {
  FormatError,
  type Input,
  type Losses,
  type Questions,
  type ReadOptions,
  type Row,
  type WriteOptions,
} from '../format.ts';
import { TextInput } from '../shared/decode.ts';
import { joined } from '../shared/pieces.ts';
import { TableReader } from '../shared/table.ts';
import { type CsvRecord, CsvScanner, guessSeparator } from './scanner.ts';

/** The number of characters read before the separator is guessed. */
const SAMPLE_LENGTH = 8192;

export async function* readCsv(input: Input, options: ReadOptions = {}): AsyncGenerator<Row, void, undefined> {
  const text = new TextInput(input, options);
  const table = new TableReader(options);
  for await (const records of readRecords(text)) {
    for (const record of records) {
      if (record.unclosed) yield unclosedQuote(record);
      else yield* table.read({ cells: record.cells, place: { line: record.line }, raw: record.raw });
    }
  }
  const note = text.note();
  if (note !== undefined) yield note;
  yield* table.end();
}

/** The rows of a delimited text, in batches; a line "sep=;" counts as a line but is not a row. */
export async function* readRecords(text: AsyncIterable<string>): AsyncGenerator<CsvRecord[], void, undefined> {
  let start = '';
  let scanner: CsvScanner | undefined;
  let declared = false;
  const drop = (records: CsvRecord[]) => {
    if (!declared || records.length === 0) return records;
    declared = false;
    return records.slice(1);
  };
  for await (const piece of text) {
    if (scanner !== undefined) {
      yield drop(scanner.push(piece));
      continue;
    }
    start += piece;
    if (start.length < SAMPLE_LENGTH) continue;
    const guess = guessSeparator(start);
    declared = guess.declared;
    scanner = new CsvScanner(guess.separator);
    yield drop(scanner.push(start));
  }
  if (scanner === undefined) {
    if (start.trim() === '') throw new FormatError('empty_file', 'The file is empty.');
    const guess = guessSeparator(start);
    declared = guess.declared;
    scanner = new CsvScanner(guess.separator);
    yield drop(scanner.push(start));
  }
  yield drop(scanner.end());
}

function unclosedQuote({ line, raw }: CsvRecord): Row {
  return {
    kind: 'report',
    place: { line },
    code: 'broken',
    detail: `The row that begins on line ${line} opens a quote and never closes it.`,
    value: raw.slice(0, 200),
    raw,
  };
}

/** A question has at most this many wrong answers; with a column for each, no export loses any. */
const MAX_WRONG_COLUMNS = 20;

export async function* writeCsv(
  questions: Questions,
  losses: Losses,
  { excelSafe = false, wrongColumns = MAX_WRONG_COLUMNS, continued = false }: WriteOptions = {},
): AsyncGenerator<string, void, undefined> {
  const cell = excelSafe ? (text: string) => quote(withoutFormula(text)) : quote;
  async function* rows() {
    if (!continued) yield `${header(wrongColumns)}\r\n`;
    for await (const question of questions) yield `${row(question, wrongColumns, losses, cell)}\r\n`;
  }
  yield* joined(rows());
}

function header(wrongColumns: number): string {
  const wrong = Array.from({ length: wrongColumns }, (_, index) => `incorrect_answer_${index + 1}`);
  return [
    'id,external_id,question_text,correct_answer,category,topic_focus,difficulty,accepted_answers',
    ...wrong,
    'tags,language,status,explanation,source,license',
  ].join(',');
}

function row(question: Question, wrongColumns: number, losses: Losses, cell: (text: string) => string): string {
  if (question.incorrect_answers.length > wrongColumns) losses.drop('incorrect_answers');
  let text = `${question.id},${cell(question.external_id ?? '')},${cell(question.question_text)},${cell(question.correct_answer)},${cell(question.category)},${cell(question.topic_focus ?? '')},${question.difficulty},${cell(list(question.accepted_answers))}`;
  for (let index = 0; index < wrongColumns; index += 1) text += `,${cell(question.incorrect_answers[index] ?? '')}`;
  return `${text},${cell(list(question.tags))},${question.language},${question.status},${cell(question.explanation ?? '')},${cell(question.source ?? '')},${cell(question.license ?? '')}`;
}

const list = (texts: readonly string[]) => (texts.length === 0 ? '' : JSON.stringify(texts));

const SPECIAL = /[",\r\n]/u;

/** One of these characters is enough to quote a text. */
export function quote(text: string): string {
  return SPECIAL.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Spreadsheets hide an apostrophe in front of text that they would otherwise take for a formula. */
function withoutFormula(text: string): string {
  return /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
}
