import { FormatError, type Input, MAX_RECORD_LENGTH, type Place, type ReadOptions, type Row } from '../format.ts';
import type { TableRow } from '../shared/header-search.ts';
import { TableReader } from '../shared/table.ts';
import { type XmlElement, XmlElements } from '../shared/xml.ts';
import { childNamed, childrenNamed, textOf } from '../shared/xml-tree.ts';
import { Package } from '../shared/zip.ts';
import { showNumber } from './number-formats.ts';
import { readWorkbook, richText, unescapeControls, type Workbook } from './workbook.ts';

/** Cells further to the right are not part of a table of questions. */
const MAX_COLUMNS = 500;
const MAX_NAMED_SHEETS = 20;
/** The maximum of Excel itself. */
const MAX_ROWS = 1_048_576;
/** 200,000 questions in 20 columns, which take 5 s to read. */
const MAX_CELLS = 4_000_000;

/** Reads every visible sheet with a known header; the others are reported. Formulas are never evaluated. */
export async function* readXlsx(input: Input, options: ReadOptions = {}): AsyncGenerator<Row, void, undefined> {
  const zip = await Package.open(input, options);
  const workbook = await readWorkbook(zip);
  const budget = { cells: MAX_CELLS };
  let tables = 0;
  let missing: FormatError | undefined;
  for (const sheet of chosenSheets(workbook, options.sheet)) {
    const place: Place = { sheet: sheet.name };
    if (sheet.hidden && options.sheet === undefined) {
      yield {
        kind: 'note',
        place,
        code: 'hidden_sheet',
        detail: `The sheet "${sheet.name}" is hidden and was not read.`,
        value: sheet.name,
      };
      continue;
    }
    const table = new TableReader(options);
    try {
      for await (const row of readRows(zip, sheet, workbook, budget)) yield* table.read(row);
      yield* table.end();
      tables += 1;
    } catch (error) {
      if (!(error instanceof FormatError) || error.code !== 'no_header') throw error;
      missing = error;
      yield {
        kind: 'note',
        place,
        code: 'no_questions',
        detail: `The sheet "${sheet.name}" has no known header.`,
        value: sheet.name,
      };
    }
  }
  if (tables === 0) throw missing ?? new FormatError('empty_file', 'The workbook has no visible sheet.');
}

function chosenSheets({ sheets }: Workbook, name: string | undefined): Workbook['sheets'] {
  if (name === undefined) return sheets;
  const chosen = sheets.find((sheet) => sheet.name === name);
  if (chosen !== undefined) return [chosen];
  const names = sheets.slice(0, MAX_NAMED_SHEETS).map((sheet) => `"${sheet.name.slice(0, 100)}"`);
  throw new FormatError(
    'unknown_sheet',
    `The workbook has no sheet "${name.slice(0, 100)}". Its sheets are ${names.join(', ')}.`,
  );
}

async function* readRows(
  zip: Package,
  { name: sheet, path: file }: Workbook['sheets'][number],
  workbook: Workbook,
  budget: { cells: number },
): AsyncGenerator<TableRow, void, undefined> {
  let last = 0;
  let count = 0;
  for await (const { element } of new XmlElements(zip.read(file), (name) => name === 'row', { file })) {
    count += 1;
    if (count > MAX_ROWS)
      throw new FormatError('too_many', `A sheet may have at most ${MAX_ROWS.toLocaleString('en')} rows.`, { sheet });
    const row = rowNumber(element.attributes['r']) ?? last + 1;
    last = row;
    const cells = childrenNamed(element, 'c');
    budget.cells -= cells.length;
    if (budget.cells < 0)
      throw new FormatError('too_many', `A workbook may have at most ${MAX_CELLS.toLocaleString('en')} cells.`, {
        sheet,
      });
    yield readRow(cells, { sheet, row }, workbook);
  }
}

/** Anything that is not the number of a row is ignored, as if the row had none. */
function rowNumber(text: string | undefined): number | undefined {
  const number = /^\d{1,7}$/u.test(text ?? '') ? Number(text) : 0;
  return number >= 1 && number <= MAX_ROWS ? number : undefined;
}

function readRow(given: readonly XmlElement[], place: Place, workbook: Workbook): TableRow {
  const cells: string[] = [];
  const errors: number[] = [];
  let length = 0;
  for (const cell of given) {
    const index = columnOf(cell.attributes['r']) ?? cells.length;
    if (index >= MAX_COLUMNS) continue;
    while (cells.length < index) cells.push('');
    const text = readCell(cell, workbook);
    cells[index] = text;
    // A few bytes can reference a text that a hundred cells share.
    length += text.length;
    if (length > MAX_RECORD_LENGTH) throw tooLong(place);
    if (cell.attributes['t'] === 'e') errors.push(index);
  }
  return { cells, place, raw: cells.map(quote).join('\t'), ...(errors.length > 0 && { errors }) };
}

function tooLong({ sheet = '', row = 0 }: Place): FormatError {
  return new FormatError(
    'too_long',
    `Row ${row} of the sheet "${sheet.slice(0, 100)}" is longer than ${MAX_RECORD_LENGTH.toLocaleString('en')} characters.`,
    { sheet, row },
  );
}

const quote = (text: string) => (/["\t\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** "AB12" is column 27, counted from 0. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d/u.exec(reference ?? '')?.[1];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function readCell(cell: XmlElement, { strings, styles, date1904 }: Workbook): string {
  const value = textOf(childNamed(cell, 'v'));
  switch (cell.attributes['t']) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'inlineStr': {
      const inline = childNamed(cell, 'is');
      return inline === undefined ? '' : richText(inline);
    }
    case 'b':
      return value === '' ? '' : value.trim() === '1' ? 'True' : 'False';
    case 'str':
      return unescapeControls(value);
    case 'e':
      return value;
    default:
      return showNumber(value, styles[Number(cell.attributes['s'] ?? 0)] ?? 'number', date1904);
  }
}
