import type { Question } from '../../domain/questions/question.ts';
import { CsvScanner, guessSeparator } from '../csv/scanner.ts';
import {
  type Draft,
  FormatError,
  type Input,
  type Losses,
  type Questions,
  type ReadOptions,
  type Row,
} from '../format.ts';
import { headerKey } from '../shared/columns.ts';
import { TextInput } from '../shared/decode.ts';
import { type Markup, pictureProblem, readMarkup } from '../shared/draft.ts';
import { joined } from '../shared/pieces.ts';
import { readDifficulty } from '../shared/table.ts';
import { type Header, readHeader } from './header.ts';

/** Reads header lines "#key:value", then notes with a separator: a text export or import of Anki. */
export async function* readAnki(input: Input, options: ReadOptions = {}): AsyncGenerator<Row, void, undefined> {
  const text = new TextInput(input, options);
  let start = '';
  let reading: { header: Header; scanner: CsvScanner } | undefined;
  let found = false;
  const rowsOf = function* (records: ReturnType<CsvScanner['push']>, header: Header) {
    for (const record of records) {
      if (record.raw.trim() === '' || record.raw.startsWith('#')) continue;
      found = true;
      yield readNote(record.cells, record.line + header.lines, record.raw, header);
    }
  };
  for await (const piece of text) {
    if (reading !== undefined) {
      yield* rowsOf(reading.scanner.push(piece), reading.header);
      continue;
    }
    start += piece;
    const header = readHeader(start, false);
    if (header === undefined) continue;
    reading = {
      header,
      scanner: new CsvScanner(header.separator ?? guessSeparator(start.slice(header.length)).separator),
    };
    if (header.length > 0) yield headerRow(start.slice(0, header.length));
    yield* rowsOf(reading.scanner.push(start.slice(header.length)), header);
  }
  if (start.trim() === '') throw new FormatError('empty_file', 'The file is empty.');
  if (reading === undefined) {
    const header: Header = readHeader(start, true) ?? { lines: 0, length: 0, values: new Map() };
    reading = {
      header,
      scanner: new CsvScanner(header.separator ?? guessSeparator(start.slice(header.length)).separator),
    };
    if (header.length > 0) yield headerRow(start.slice(0, header.length));
    yield* rowsOf(reading.scanner.push(start.slice(header.length)), header);
  }
  yield* rowsOf(reading.scanner.end(), reading.header);
  const note = text.note();
  if (note !== undefined) yield note;
  if (!found) yield { kind: 'note', place: {}, code: 'no_questions', detail: 'The file has no notes.', value: '' };
}

type Field = 'question_text' | 'correct_answer' | 'category' | 'difficulty' | 'topic_focus' | 'tags';

const FIELDS = new Map<string, Field>([
  ['front', 'question_text'],
  ['question', 'question_text'],
  ['back', 'correct_answer'],
  ['answer', 'correct_answer'],
  ['category', 'category'],
  ['difficulty', 'difficulty'],
  ['topic', 'topic_focus'],
  ['tags', 'tags'],
]);

/** Without names the first field is the front and the second the back; columns for Anki itself are skipped. */
function fieldsOf({ values }: Header): (Field | undefined)[] {
  const own = ['notetype column', 'deck column', 'guid column'].map((key) => Number(values.get(key)) - 1);
  const tags = Number(values.get('tags column')) - 1;
  const names = values.get('columns');
  const named = names?.map((name) => FIELDS.get(headerKey(name))) ?? [];
  const fields: (Field | undefined)[] = named.includes('question_text') ? named : positions(own, tags);
  if (tags >= 0 && tags < 1000) fields[tags] = 'tags';
  return fields;
}

function positions(own: readonly number[], tags: number): (Field | undefined)[] {
  const fields: (Field | undefined)[] = [];
  for (let at = 0; !fields.includes('correct_answer'); at += 1) {
    const free = !own.includes(at) && at !== tags;
    fields[at] = free ? (fields.includes('question_text') ? 'correct_answer' : 'question_text') : undefined;
  }
  return fields;
}

/** The fields define the meaning of a note, not the columns of a table. */
function headerRow(raw: string): Row {
  return { kind: 'columns', place: { line: 1 }, columns: [], raw };
}

function readNote(cells: readonly string[], line: number, raw: string, header: Header): Row {
  header.fields ??= fieldsOf(header);
  const html = header.values.get('html')?.[0];
  const markup: Markup = html === 'true' ? 'html' : html === 'false' ? 'plain' : 'auto';
  const draft: Draft = {};
  const pictures: string[] = [];
  header.fields.forEach((field, index) => {
    if (field === undefined) return;
    const read = readMarkup(cells[index] ?? '', markup);
    pictures.push(...read.pictures, ...(/\[sound:[^\]]{1,200}\]/u.exec(read.text) ?? []));
    if (read.text === '') return;
    if (field === 'tags') draft.tags = read.text.split(/\s+/u);
    else draft[field as 'category'] = field === 'difficulty' ? readDifficulty(read.text) : read.text;
  });
  const place = { line };
  const text = typeof draft.question_text === 'string' ? draft.question_text : '';
  const report = (code: 'unsupported_type' | 'empty_text' | 'no_answer' | 'picture', detail: string): Row => ({
    kind: 'report',
    place,
    code,
    detail,
    value: text.slice(0, 500),
    raw,
  });
  if (text.includes('{{c1::')) return report('unsupported_type', 'Notes of type "cloze" are not supported.');
  const picture = pictureProblem(pictures);
  if (picture !== undefined) return report('picture', picture.detail);
  if (text === '') return report('empty_text', 'The front of the note is empty.');
  if (draft.correct_answer === undefined) return report('no_answer', 'The back of the note is empty.');
  return { kind: 'question', draft, place, raw };
}

const COLUMNS = ['Front', 'Back', 'Category', 'Difficulty', 'Topic', 'Tags'];

/** A card has no wrong answers. */
export async function* writeAnki(questions: Questions, losses: Losses): AsyncGenerator<string, void, undefined> {
  async function* lines() {
    yield `#separator:tab\n#html:false\n#notetype:Basic\n#columns:${COLUMNS.join('\t')}\n#tags column:${COLUMNS.length}\n`;
    for await (const question of questions) {
      losses.dropAll(question, [
        'incorrect_answers',
        'accepted_answers',
        'explanation',
        'external_id',
        'language',
        'source',
        'license',
        'status',
      ]);
      yield `${writeNote(question, losses)}\n`;
    }
  }
  yield* joined(lines());
}

function writeNote(question: Question, losses: Losses): string {
  // Anki separates tags by spaces.
  const tags = question.tags.map((tag) => tag.replace(/\s+/gu, '_'));
  if (tags.some((tag, index) => tag !== question.tags[index])) losses.drop('tags');
  return [
    question.question_text,
    question.correct_answer,
    question.category,
    String(question.difficulty),
    question.topic_focus ?? '',
    tags.join(' '),
  ]
    .map(quote)
    .join('\t');
}

function quote(text: string): string {
  return /["\t\n]|^#/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
