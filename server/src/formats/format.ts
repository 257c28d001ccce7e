import type { Question, QuestionField } from '../domain/questions/question.ts';

/** Where in a file something stands: what a person needs to find it. Lines and rows are counted from 1, as editors do. */
export interface Place {
  line?: number;
  /** Of a workbook. */
  sheet?: string;
  row?: number;
  cell?: string;
  /** Inside a package. */
  file?: string;
  /** The id or title that the item has in the file. */
  item?: string;
}

/** The fields of a question as the file has them: read, not validated. The API's own rules come after. */
export type Draft = { [Field in QuestionField]?: unknown };

export interface QuestionRow {
  kind: 'question';
  draft: Draft;
  place: Place;
  /** The source text of this question alone, so that a rejected one can be returned in the format it came in. */
  raw: string;
}

/** An item of the file that does not become a question. */
export interface ReportRow {
  kind: 'report';
  place: Place;
  code: ReportCode;
  detail: string;
  /** The text of the item, or the cell that is wrong. */
  value: string;
  column?: string;
  raw: string;
}

/** Something the file says that a question has no place for, or that was guessed. No item is missing because of it. */
export interface NoteRow {
  kind: 'note';
  place: Place;
  code: NoteCode;
  detail: string;
  value: string;
}

/** How the columns of a table were understood; before its first row. */
export interface ColumnsRow {
  kind: 'columns';
  place: Place;
  columns: readonly { header: string; field: string | null }[];
  /** The source text of the header, so that rejected rows can be returned below it. */
  raw: string;
}

export type Row = QuestionRow | ReportRow | NoteRow | ColumnsRow;

export const REPORT_CODES = {
  invalid_json: 'The line is not a JSON object',
  unsupported_type: 'A type of question that has no place here',
  several_answers: 'More than one option is right',
  no_answer: 'No answer is marked as right',
  bad_key: 'The key names an option that does not exist',
  ambiguous_key: 'The key can be read in two ways',
  too_few_options: 'A choice needs at least two options',
  numeric_range: 'A range of numbers without a value',
  several_gaps: 'More than one gap or field to fill in',
  picture: 'The question needs a picture or a recording',
  empty_text: 'The question has no text',
  error_cell: 'A formula of the sheet has failed',
  broken: 'The item cannot be read',
} as const;
export type ReportCode = keyof typeof REPORT_CODES;

export type NoteCode =
  | 'encoding'
  | 'tolerance'
  | 'partial_credit'
  | 'wildcard'
  | 'picture'
  | 'hidden_sheet'
  | 'skipped_row'
  | 'no_questions';

/** The whole file cannot be read; nothing of it has a place in a bank. */
export class FormatError extends Error {
  readonly code: FormatErrorCode;
  readonly place: Place;

  constructor(code: FormatErrorCode, detail: string, place: Place = {}) {
    super(detail);
    this.name = 'FormatError';
    this.code = code;
    this.place = place;
  }
}

export type FormatErrorCode =
  | 'empty_file'
  | 'wrong_format'
  | 'invalid_encoding'
  | 'too_long'
  | 'too_large'
  | 'too_many'
  | 'no_header'
  | 'invalid_json'
  | 'opentdb_error'
  | 'invalid_xml'
  | 'xml_doctype'
  | 'invalid_zip'
  | 'unsafe_path'
  | 'missing_file'
  | 'too_complex';

export interface ReadOptions {
  /** Overrides the guess: a label of the Encoding Standard. */
  encoding?: string;
  /** Overrides the guess of what the columns of a table mean, by position; null leaves a column out. */
  columns?: readonly (string | null)[];
  /** Called between pieces of the file, packed and unpacked. An error that it throws ends the reading. */
  onPiece?: () => void;
}

export type Input = AsyncIterable<Uint8Array>;

export type Reader = (input: Input, options?: ReadOptions) => AsyncGenerator<Row, void, undefined>;

export type Questions = AsyncIterable<Question> | Iterable<Question>;

/** What a format could not hold: questions left out, by reason, and fields left out, by name. */
export class Losses {
  readonly skipped = new Map<string, { count: number; ids: string[] }>();
  readonly fields = new Map<string, number>();

  /** The question is not in the file. */
  skip(id: string, reason: string): void {
    const found = this.skipped.get(reason) ?? { count: 0, ids: [] };
    found.count += 1;
    if (found.ids.length < MAX_NAMED_IDS) found.ids.push(id);
    this.skipped.set(reason, found);
  }

  /** The question is in the file without this field. */
  drop(field: string): void {
    this.fields.set(field, (this.fields.get(field) ?? 0) + 1);
  }

  /** Names those fields that have a value and no place in the format. */
  dropAll(question: Question, fields: readonly QuestionField[]): void {
    for (const field of fields) {
      const value = question[field];
      if (field === 'language' ? value === 'en' : field === 'status' && value === 'ready') continue; // the defaults
      if (Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined) this.drop(field);
    }
  }
}

/** Of the questions left out for one reason, this many are named; all are counted. */
export const MAX_NAMED_IDS = 100;

export interface WriteOptions {
  /** Shuffles the options of choice questions, together with the id of each. */
  seed?: string;
  /** CSV: cells that a spreadsheet would take for a formula begin with an apostrophe. */
  excelSafe?: boolean;
  /** CSV: columns for wrong answers. */
  wrongColumns?: number;
  /** CSV: rows that continue a file which has its header already. */
  continued?: boolean;
  /** The printable sheet: with the key. */
  withKey?: boolean;
  title?: string;
}

export type Writer = (
  questions: Questions,
  losses: Losses,
  options?: WriteOptions,
) => AsyncGenerator<string | Uint8Array, void, undefined>;

/** Longer than any valid question with every character escaped (52,000 characters, six for each). */
export const MAX_RECORD_LENGTH = 2 ** 20;
