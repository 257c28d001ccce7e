import { type Static, Type } from 'typebox';
import type { SentenceValues } from '../../../domain/sentences/write.ts';
import { AppError } from '../../../errors.ts';
import type { SheetLabels, WriteOptions } from '../../../formats/format.ts';
import { WRITTEN_FORMATS, type WrittenFormat } from '../../../formats/index.ts';
import { writerOf } from '../../../sentences/languages.ts';
import { inEnglish } from '../../../sentences/settle.ts';
import { defaulted } from '../defaulted.ts';
import { preferredLanguage } from '../language.ts';

const names = WRITTEN_FORMATS.map(({ name }) => name);
const continuing = WRITTEN_FORMATS.filter(({ continues }) => continues === true).map(({ name }) => name);

/** Parameters of every export, in addition to the filter. */
export const exportParameters = {
  format: defaulted(Type.Unsafe<string>({ type: 'string', enum: names, default: 'jsonl' })),
  seed: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'Shuffles the options of choice questions, each by the seed and its id; formats for evaluations only',
    }),
  ),
  excel_safe: Type.Optional(
    Type.Boolean({ description: 'CSV: cells that a spreadsheet would take for a formula begin with an apostrophe' }),
  ),
  wrong_columns: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 20, description: 'CSV and XLSX: columns for wrong answers; 20 unless given' }),
  ),
  with_key: Type.Optional(Type.Boolean({ description: 'Printable sheet: with the answers after the questions' })),
  title: Type.Optional(
    Type.String({ minLength: 1, maxLength: 200, description: 'Printable sheet and QTI 1.2: its title' }),
  ),
  points: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Printable sheet: the points for each question; the sheet then has at most 300 questions',
    }),
  ),
  versions: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 4,
      description:
        'Printable sheet: the number of versions (A, B, …) with the same questions and options in different orders, each with its own key; more than one have at most 300 questions',
    }),
  ),
  after: Type.Optional(
    Type.String({
      format: 'uuid',
      description: `Continues a download that broke off after this question, without a header: the id of the last complete line. For ${continuing.join(', ')}`,
    }),
  ),
};

export const reportParameters = {
  ...exportParameters,
  after: Type.Optional(Type.String({ format: 'uuid', description: '`next_after` of the previous report' })),
};

const ExportOptions = Type.Object(exportParameters);
type ExportOptions = Static<typeof ExportOptions>;

interface ReadExportOptions {
  format: WrittenFormat;
  options: WriteOptions;
  after: string | undefined;
}

export function readExportOptions(query: ExportOptions, acceptLanguage?: string): ReadExportOptions {
  const read = readReportOptions(query);
  if (read.format.name === 'sheet') read.options.labels = sheetLabels(preferredLanguage(acceptLanguage));
  if (read.after !== undefined && read.format.continues !== true) throw cannotContinue(read.format);
  return read;
}

/** The same for a report, which can continue after any question. */
export function readReportOptions(query: ExportOptions): ReadExportOptions {
  const { seed, excel_safe, wrong_columns, with_key, title, points, versions, after } = query;
  const format = WRITTEN_FORMATS.find(({ name }) => name === query.format);
  if (format === undefined) throw new Error(`there is no format ${query.format}`); // the schema accepts no other
  return {
    format,
    after: after?.toLowerCase(),
    options: {
      ...(seed !== undefined && { seed }),
      ...(excel_safe !== undefined && { excelSafe: excel_safe }),
      ...(wrong_columns !== undefined && { wrongColumns: wrong_columns }),
      ...(with_key !== undefined && { withKey: with_key }),
      ...(title !== undefined && { title }),
      ...(points !== undefined && { points }),
      ...(versions !== undefined && { versions }),
      continued: after !== undefined,
    },
  };
}

function sheetLabels(language: string): SheetLabels {
  const write = (name: string, values: SentenceValues = {}) =>
    writerOf(language)(`sheet.${name}`, values) ?? inEnglish(`sheet.${name}`, values);
  return {
    language,
    title: write('title'),
    name: write('name'),
    date: write('date'),
    key: write('key'),
    also: write('also'),
    version: (name) => write('version', { name }),
    points: (points) => write('points', { points }),
    total: (points) => write('total', { points }),
  };
}

function cannotContinue({ title }: WrittenFormat): AppError {
  const detail = `A file of the format ${title} cannot be continued: leave out \`after\`, or choose one of ${continuing.join(', ')}.`;
  return new AppError('conflicting_parameters', {
    detail,
    errors: ['after', 'format'].map((parameter) => ({ code: 'conflicting_parameters', detail, parameter })),
  });
}
