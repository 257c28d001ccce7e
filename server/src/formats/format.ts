import type { Question, QuestionField } from '../domain/questions/question.ts';
import type { Sentence } from '../domain/sentences/sentence.ts';

/** A position in a file, for people to find it. Lines and rows are counted from 1, like in editors. */
export interface Place {
  line?: number;
  /** In a workbook. */
  sheet?: string;
  row?: number;
  cell?: string;
  /** Inside a package. */
  file?: string;
  /** The id or title of the item in the file. */
  item?: string;
}

/** The fields of a question as they are in the file: read, but not validated. The rules of the API apply later. */
export type Draft = { [Field in QuestionField]?: unknown };

export interface QuestionRow {
  kind: 'question';
  draft: Draft;
  place: Place;
  /** The source text of this question alone, so that a rejected one can be returned in its original format. */
  raw: string;
  /** The number of characters of `raw` if they were too many to keep; `raw` is empty then. */
  rawLeftOut?: number;
  /** In a table: the columns from which a field was read, if they are more than one or depend on the key. */
  cells?: Readonly<Record<string, readonly number[]>>;
}

/** An item of the file that does not become a question. */
export interface ReportRow {
  kind: 'report';
  place: Place;
  code: ReportCode;
  detail: string;
  /** The text of the item, or the invalid cell. */
  value: string;
  column?: string;
  raw: string;
  rawLeftOut?: number;
}

/** Content that a question cannot represent, or that was guessed. The item itself is not lost. */
export interface NoteRow {
  kind: 'note';
  place: Place;
  code: NoteCode;
  detail: string;
  value: string;
}

/** How the columns of a table were interpreted; comes before its first row. */
export interface ColumnsRow {
  kind: 'columns';
  place: Place;
  columns: readonly { header: string; field: string | null }[];
  /** The source text of the header, so that rejected rows can be returned below it. */
  raw: string;
}

export type Row = QuestionRow | ReportRow | NoteRow | ColumnsRow;

const REPORT_CODES = {
  invalid_json: 'The line is not a JSON object',
  unsupported_type: 'The type of the question is not supported',
  several_answers: 'More than one option is right',
  no_answer: 'No answer is marked as right',
  bad_key: 'The key names an option that does not exist',
  ambiguous_key: 'The key can be read in two ways',
  too_few_options: 'A choice needs at least two options',
  numeric_range: 'The answer is a range of numbers',
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

/** The file cannot be read at all. */
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

type FormatErrorCode =
  | 'empty_file'
  | 'wrong_format'
  | 'invalid_encoding'
  | 'too_long'
  | 'too_large'
  | 'too_many'
  | 'no_header'
  | 'unknown_sheet'
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
  /** Overrides the guessed meaning of the columns of a table, by position; null skips a column. */
  columns?: readonly (string | null)[];
  /** The row of a sheet, or the line of a text, that is the header of a table; 0 if there is none. */
  headerRow?: number;
  /** The only sheet of a workbook to read. */
  sheet?: string;
  /** Called between pieces of the file, packed and unpacked. If it throws, reading stops. */
  onPiece?: () => void;
}

export type Input = AsyncIterable<Uint8Array>;

export type Reader = (input: Input, options?: ReadOptions) => AsyncGenerator<Row, void, undefined>;

export type Questions = AsyncIterable<Question> | Iterable<Question>;

/** What a format could not represent: skipped questions by reason, and dropped fields by name. */
export class Losses {
  /** By code and values of the reason. */
  readonly skipped = new Map<string, { reason: Sentence; count: number; ids: string[] }>();
  readonly fields = new Map<string, number>();

  /** The number of questions that are not in the file. */
  get count(): number {
    return this.skipped.values().reduce((sum, { count }) => sum + count, 0);
  }

  /** Records that the question is left out of the file. */
  skip(id: string, reason: Sentence): void {
    const key = JSON.stringify(reason);
    const found = this.skipped.get(key) ?? { reason, count: 0, ids: [] };
    found.count += 1;
    if (found.ids.length < MAX_NAMED_IDS) found.ids.push(id);
    this.skipped.set(key, found);
  }

  /** Records that the question is written without this field. */
  drop(field: string): void {
    this.fields.set(field, (this.fields.get(field) ?? 0) + 1);
  }

  /** Records the fields that have a value but cannot be represented in the format. */
  dropAll(question: Question, fields: readonly QuestionField[]): void {
    for (const field of fields) {
      const value = question[field];
      if (field === 'language' ? value === 'en' : field === 'status' && value === 'ready') continue; // the defaults
      if (Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined) this.drop(field);
    }
  }
}

/** The maximum number of questions named per reason; all are counted. */
const MAX_NAMED_IDS = 100;

/** What a printed sheet says besides the questions. */
export interface SheetLabels {
  language: string;
  title: string;
  name: string;
  date: string;
  key: string;
  /** Introduces other accepted answers. */
  also: string;
  /** Of the sheet with this letter. */
  version: (name: string) => string;
  /** What a question is worth. */
  points: (points: number) => string;
  /** Where the points of the whole sheet are written. */
  total: (points: number) => string;
}

export interface WriteOptions {
  /** Shuffles the options of choice questions by this seed and the id of each question. */
  seed?: string;
  /** For CSV: an apostrophe precedes cells that a spreadsheet would take for a formula. */
  excelSafe?: boolean;
  /** For CSV: the number of columns for wrong answers. */
  wrongColumns?: number;
  /** For CSV: rows that continue a file that already has its header. */
  continued?: boolean;
  /** For the printable sheet: include the answer key. */
  withKey?: boolean;
  title?: string;
  /** For the printable sheet: what each question is worth. */
  points?: number;
  /** For the printable sheet: the number of versions, in different orders. */
  versions?: number;
  /** For the printable sheet: the language of its labels, and the labels. */
  labels?: SheetLabels;
}

export type Writer = (
  questions: Questions,
  losses: Losses,
  options?: WriteOptions,
) => AsyncGenerator<string | Uint8Array, void, undefined>;

/** Enough for any valid question with every character escaped (52,000 characters, six for each). */
export const MAX_RECORD_LENGTH = 2 ** 20;
