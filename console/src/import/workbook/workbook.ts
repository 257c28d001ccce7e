import { SUBSTITUTE } from '../table/decode.ts';
import { styleOf, writeNumber } from './number-formats.ts';
import { openZip, type ReadEntry } from './zip.ts';

export interface Sheet {
  name: string;
  /** The texts of its cells by row, including empty rows. */
  rows: readonly (readonly string[])[];
}

/** Larger sheets are left to the service. */
const MAX_ROWS = 100_000;
const MAX_COLUMNS = 500;
const MAX_CHARACTERS = 32 * 2 ** 20;

interface Book {
  strings: readonly string[];
  styles: readonly ReturnType<typeof styleOf>[];
  from1904: boolean;
}

/** The visible sheets of a workbook. None if only the service can read it, which then says what is wrong. */
export async function readWorkbook(file: Blob): Promise<Sheet[]> {
  try {
    return await readSheets(await openZip(file));
  } catch {
    return [];
  }
}

async function readSheets(read: ReadEntry): Promise<Sheet[]> {
  const book = await parse(read, 'xl/workbook.xml');
  const relations = await parse(read, 'xl/_rels/workbook.xml.rels');
  const targets = new Map(all(relations, 'Relationship').map((one) => [one.getAttribute('Id'), pathOf(one)]));
  const facts: Book = {
    strings: all(await parse(read, 'xl/sharedStrings.xml'), 'si').map(richText),
    styles: stylesOf(await parse(read, 'xl/styles.xml')),
    from1904: ['1', 'true'].includes(all(book, 'workbookPr')[0]?.getAttribute('date1904') ?? ''),
  };
  const sheets: Sheet[] = [];
  for (const sheet of all(book, 'sheet')) {
    if ((sheet.getAttribute('state') ?? 'visible') !== 'visible') continue;
    const id = [...sheet.attributes].find(({ localName }) => localName === 'id')?.value;
    const rows = rowsOf(await parse(read, targets.get(id ?? '') ?? ''), facts);
    sheets.push({ name: sheet.getAttribute('name') ?? '', rows });
  }
  return sheets;
}

function pathOf(relation: Element): string {
  const target = relation.getAttribute('Target') ?? '';
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

async function parse(read: ReadEntry, name: string): Promise<XMLDocument | undefined> {
  const text = await read(name);
  if (text === undefined) return undefined;
  // The service rejects declarations of entities, too.
  if (text.slice(0, 1000).includes('<!DOCTYPE')) throw new Error('A workbook has no document type.');
  const parsed = new DOMParser().parseFromString(text, 'application/xml');
  if (parsed.getElementsByTagName('parsererror').length > 0) throw new Error(`${name} is not XML.`);
  return parsed;
}

function all(within: Document | Element | undefined, name: string): Element[] {
  return within === undefined ? [] : [...within.getElementsByTagNameNS('*', name)];
}

function childrenOf(element: Element, name: string): Element[] {
  return [...element.children].filter(({ localName }) => localName === name);
}

/** All parts of a formatted text, without phonetic hints. */
function richText(element: Element): string {
  const parts = [...childrenOf(element, 't'), ...childrenOf(element, 'r').flatMap((run) => childrenOf(run, 't'))];
  return unescape(parts.map(({ textContent }) => textContent).join(''));
}

/** Workbooks write control characters as "_x000D_". */
function unescape(text: string): string {
  return text
    .replace(/_x([\dA-F]{4})_/giu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\r\n?/gu, '\n');
}

function stylesOf(parsed: XMLDocument | undefined): Book['styles'] {
  const codes = new Map(
    all(parsed, 'numFmt').map((one) => [one.getAttribute('numFmtId'), one.getAttribute('formatCode') ?? undefined]),
  );
  const [formats] = all(parsed, 'cellXfs');
  if (formats === undefined) return [];
  return childrenOf(formats, 'xf').map((format) => {
    const id = format.getAttribute('numFmtId') ?? '0';
    return styleOf(Number(id), codes.get(id));
  });
}

function rowsOf(sheet: XMLDocument | undefined, book: Book): string[][] {
  const rows: string[][] = [];
  let characters = 0;
  for (const element of all(sheet, 'row')) {
    const row = Number(element.getAttribute('r') ?? rows.length + 1);
    if (!(row > rows.length && row <= MAX_ROWS))
      throw new Error('The sheet has too many rows, or they are not in order.');
    while (rows.length < row - 1) rows.push([]);
    const cells = cellsOf(element, book);
    characters += cells.reduce((sum, cell) => sum + cell.length, 0);
    if (characters > MAX_CHARACTERS) throw new Error('The sheet has too much text.');
    rows.push(cells);
  }
  return rows;
}

function cellsOf(row: Element, book: Book): string[] {
  const cells: string[] = [];
  for (const cell of childrenOf(row, 'c')) {
    const index = columnOf(cell.getAttribute('r')) ?? cells.length;
    if (index >= MAX_COLUMNS) continue;
    while (cells.length < index) cells.push('');
    cells[index] = textOf(cell, book);
  }
  return cells;
}

/** "AB12" is column 27, counted from 0. */
function columnOf(reference: string | null): number | undefined {
  const letters = /^[A-Z]{1,3}/u.exec(reference ?? '')?.[0];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1;
}

const TRUTH: Readonly<Record<string, string>> = { 1: 'True', 0: 'False' };

function textOf(cell: Element, { strings, styles, from1904 }: Book): string {
  const value = childrenOf(cell, 'v')[0]?.textContent ?? '';
  switch (cell.getAttribute('t')) {
    case 's':
      return strings[Number(value)] ?? '';
    case 'inlineStr':
      return childrenOf(cell, 'is').map(richText).join('');
    case 'b':
      return TRUTH[value.trim()] ?? '';
    case 'str':
      return unescape(value);
    case 'e':
      // The service rejects this character, so the error of a formula is never taken for a text.
      return `${SUBSTITUTE}${value}`;
    default:
      return writeNumber(value, styles[Number(cell.getAttribute('s') ?? 0)] ?? 'number', from1904);
  }
}
