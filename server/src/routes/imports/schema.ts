import { type Static, Type } from 'typebox';
import {
  DUPLICATE_POLICIES,
  type DuplicatePolicy,
  IMPORT_MODES,
  type ImportMode,
} from '../../domain/imports/import.ts';
import { JOB_STATUSES } from '../../domain/jobs.ts';
import { FORMATS, type FormatName } from '../../formats/index.ts';
import { defaulted } from '../shared/defaulted.ts';
import { examplePage } from '../shared/shared-schemas.ts';
import { exampleReport, succeededImport } from './examples.ts';

export const READABLE = FORMATS.filter((format) => 'read' in format).map(({ name }) => name);

const MAX_JSON_LENGTH = 8000;
const json = (description: string) =>
  Type.Optional(Type.String({ minLength: 2, maxLength: MAX_JSON_LENGTH, description }));

export const ImportQuery = Type.Object(
  {
    format: Type.Optional(
      Type.Unsafe<FormatName>({
        type: 'string',
        enum: READABLE,
        description: 'Guessed from the content, the Content-Type and the name of the file unless given',
      }),
    ),
    encoding: Type.Optional(
      Type.String({ minLength: 1, maxLength: 40, description: 'Such as windows-1252; guessed unless given' }),
    ),
    filename: Type.Optional(Type.String({ minLength: 1, maxLength: 255, description: 'The name of the file' })),
    dry_run: defaulted(
      Type.Boolean({
        default: false,
        description: 'Only check the file: `counts` says what would happen, `preview` how it was understood',
      }),
    ),
    mode: defaulted(
      Type.Unsafe<ImportMode>({
        type: 'string',
        enum: [...IMPORT_MODES],
        default: 'all_or_nothing',
        description: 'Write nothing if any item is rejected, or write all valid items',
      }),
    ),
    on_duplicate: defaulted(
      Type.Unsafe<DuplicatePolicy>({
        type: 'string',
        enum: [...DUPLICATE_POLICIES],
        default: 'skip',
        description:
          'What to do with an item that already exists with other content, in the bank or earlier in the file, by id, by external_id, or by the same text and answer: leave it out, add it anyway, update the question, or reject the item',
      }),
    ),
    defaults: json('A JSON object: values for fields that an item lacks, such as {"difficulty":1}'),
    category_map: json('A JSON object: names in the file to categories of the bank'),
    difficulty_map: json('A JSON object: levels as the file writes them, to 0, 1 or 2, such as {"schwer":2}'),
    field_map: json(
      'A JSON object: field names in the file to fields of a question, null to leave one out, such as {"topic":"topic_focus"}',
    ),
    columns: json('A JSON array: the field in each column of a table, null to leave it out'),
    header_row: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        description:
          'The row of the sheet, or the line of the text, that is the header of a table; 0 if it has none, which needs `columns`. Unless given, the first of the first 20 rows with known names',
      }),
    ),
    sheet: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The only sheet of a workbook to read; unless given, every visible sheet with a header',
      }),
    ),
    create_categories: defaulted(
      Type.Boolean({
        default: false,
        description: 'Create the categories that the bank lacks; needs the scope `categories:manage`',
      }),
    ),
  },
  { additionalProperties: false },
);
export type ImportQuery = Static<typeof ImportQuery>;

const orNull = (type: string) => Type.Unsafe<unknown>({ type: [type, 'null'] });
const count = Type.Integer({ minimum: 0 });
const status = Type.Unsafe<string>({ type: 'string', enum: [...JOB_STATUSES] });
const time = Type.String({ format: 'date-time' });
const timeOrNull = Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time' });

const Import = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    status,
    phase: Type.Unsafe<string>({ type: 'string', enum: ['waiting', 'checking', 'writing', 'finished'] }),
    progress: Type.Object(
      { completed: count, total: count },
      { additionalProperties: false, description: 'Bytes read. A file is read twice unless it is only checked' },
    ),
    counts: Type.Object(
      { read: count, created: count, updated: count, unchanged: count, duplicate: count, rejected: count },
      {
        additionalProperties: false,
        description: 'Items of the file by outcome; of a dry run, by expected outcome',
      },
    ),
    file_name: orNull('string'),
    format: Type.String(),
    encoding: orNull('string'),
    bytes: count,
    sha256: Type.String({ description: 'The digest of the file, in hexadecimal digits' }),
    options: Type.Unsafe<object>({ type: 'object', description: 'As they were given, with their defaults' }),
    columns: Type.Unsafe<unknown>({
      type: ['array', 'null'],
      items: {
        type: 'object',
        properties: { header: { type: 'string' }, field: { type: ['string', 'null'] } },
        required: ['header', 'field'],
        additionalProperties: false,
      },
      description: 'How the columns of a table were understood; null is left out',
    }),
    header_row: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'The row of the sheet, or the line of the text, in which the header of a table was found',
    }),
    preview: Type.Array(Type.Unsafe<object>({ type: 'object' }), {
      description: 'The first 20 questions as they were read; not in lists',
    }),
    notes: Type.Array(
      Type.Object(
        { code: Type.String(), detail: Type.String(), value: Type.String(), line: orNull('integer') },
        { additionalProperties: false },
      ),
      { description: 'What was guessed, and what does not fit into a question; the first 100; not in lists' },
    ),
    repeats: Type.Unsafe<unknown>({
      type: ['object', 'null'],
      properties: {
        unchanged: { type: 'integer', description: 'How many of the `unchanged` items repeat an earlier item' },
        duplicate: { type: 'integer', description: 'How many of the `duplicate` items repeat an earlier item' },
        items: {
          type: 'array',
          description: 'The first 100',
          items: {
            type: 'object',
            properties: {
              outcome: { type: 'string', enum: ['unchanged', 'duplicate'] },
              number: { type: 'integer' },
              line: { type: ['integer', 'null'] },
              sheet: { type: ['string', 'null'] },
              row: { type: ['integer', 'null'] },
              first: { type: 'integer', description: 'The row, else the line, else the number of the earlier item' },
              question_text: { type: 'string' },
            },
            required: ['outcome', 'number', 'line', 'sheet', 'row', 'first', 'question_text'],
            additionalProperties: false,
          },
        },
      },
      required: ['unchanged', 'duplicate', 'items'],
      additionalProperties: false,
      description: 'Items of a checked file that repeat an earlier item of the file; only of a dry run, not in lists',
    }),
    error: Type.Unsafe<unknown>({
      type: ['object', 'null'],
      properties: { code: { type: 'string' }, detail: { type: 'string' } },
      required: ['code', 'detail'],
      additionalProperties: false,
    }),
    undo: Type.Unsafe<unknown>({
      type: ['object', 'null'],
      properties: {
        status: { type: 'string', enum: [...JOB_STATUSES] },
        change_id: { type: 'string', format: 'uuid', description: 'The change that the revert is' },
        removed: { type: 'integer', description: 'Created questions that were deleted again' },
        restored: { type: 'integer', description: 'Updated questions that have their former content again' },
        kept: {
          type: 'integer',
          description: 'Questions that were left as they are because somebody has changed them since',
        },
      },
      required: ['status', 'change_id', 'removed', 'restored', 'kept'],
      additionalProperties: false,
    }),
    created_by: Type.String({ description: 'The principal who imported it' }),
    created_at: time,
    started_at: timeOrNull,
    completed_at: timeOrNull,
  },
  { $id: 'Import', additionalProperties: false, examples: [succeededImport] },
);

const ImportList = Type.Object(
  {
    data: Type.Array(Type.Unsafe<object>({ $ref: 'Import#' })),
    pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }),
  },
  {
    $id: 'ImportList',
    additionalProperties: false,
    examples: [{ data: [{ ...succeededImport, preview: [] }], pagination: examplePage({ limit: 1, total: 2 }) }],
  },
);

const ImportReport = Type.Object(
  {
    number: Type.Integer({ minimum: 1, description: 'Which item of the file, counted from 1' }),
    line: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'The line of the file, counted from 1',
    }),
    sheet: orNull('string'),
    row: Type.Unsafe<number | null>({ type: ['integer', 'null'], description: 'The row of the sheet, counted from 1' }),
    cell: orNull('string'),
    file: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Inside a package' }),
    item: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'The id or title of the item' }),
    column: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'The column or field that is wrong' }),
    code: Type.String(),
    detail: Type.String(),
    fix: Type.String({ description: 'What to do about it' }),
    value: Type.String({ description: 'What the file has there' }),
  },
  { additionalProperties: false },
);

const ImportReportList = Type.Object(
  { data: Type.Array(ImportReport), pagination: Type.Unsafe<object>({ $ref: 'Pagination#' }) },
  {
    $id: 'ImportReportList',
    additionalProperties: false,
    examples: [{ data: [exampleReport], pagination: examplePage({ total: 1 }) }],
  },
);

export const importSchemas = [Import, ImportList, ImportReportList];
export const importPath = Type.Object({ id: Type.String({ description: 'Id of the import (UUIDv7)' }) });
