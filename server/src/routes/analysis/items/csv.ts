import type { TSchema } from 'typebox';

/** A path in the row, which is also the name of the column: a.question_text. */
type Column = readonly string[];

interface Csv {
  header: string;
  line: (row: object) => string;
}

/** Rows for a spreadsheet: the same columns on every page of a type, lines as in RFC 4180. */
export function csvOf(item: TSchema | null): Csv {
  const columns = columnsOf(item ?? {});
  return {
    header: lineOf(columns.map((column) => column.join('.'))),
    line: (row) => lineOf(columns.map((column) => formatCell(row, column))),
  };
}

function lineOf(cells: readonly string[]): string {
  return `${cells.map(quote).join(',')}\r\n`;
}

interface Member {
  properties?: Readonly<Record<string, Member>>;
}

function columnsOf({ properties = {} }: Member): Column[] {
  return Object.entries(properties).flatMap(([name, member]) => {
    const inner = columnsOf(member);
    return inner.length === 0 ? [[name]] : inner.map((column) => [name, ...column]);
  });
}

function formatCell(row: object, column: Column): string {
  const value = memberOf(row, column);
  return typeof value === 'string' ? withoutFormula(value) : format(value);
}

export function memberOf(row: object, column: Column): unknown {
  return column.reduce<unknown>((part, name) => (part as Record<string, unknown> | null)?.[name], row);
}

/** Puts a list into one cell, each object as its first member: the rule of a flag, the word of a term. */
function format(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return withoutFormula(value.map((one) => format(firstOf(one))).join('; '));
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export function firstOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? Object.values(value)[0] : value;
}

/** Spreadsheets run text that begins like a formula. */
function withoutFormula(text: string): string {
  return /^[=+\-@\t\r]/u.test(text) ? `'${text}` : text;
}

function quote(cell: string): string {
  return /[",\r\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}
