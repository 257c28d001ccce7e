import { columnsOf, fit, wrap } from './columns.ts';
import { harmless, width } from './terminal.ts';

const GAP = '  ';
const MIN_WIDTH = 8;
const MIN_HEADER = 5;

/** Ids are never truncated, because a partial id is useless. */
const isId = (header: string) => /(?:^|_)id$/u.test(header);

/**
 * Fits rows to the width of the terminal: first it shortens headers that are wider than their columns, then the widest
 * column.
 */
export function table(headers: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const cells = rows.map((row) => row.map((cell) => flat(cell)));
  const contents = headers.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, columnsOf(row[column] ?? '')), MIN_HEADER),
  );
  const widths = headers.map((header, column) => Math.max(header.length, contents[column] ?? 0));
  const least = widths.map((wide, column) =>
    isId(headers[column] ?? '') ? wide : Math.min(contents[column] ?? 0, MIN_WIDTH),
  );
  const room = width() - GAP.length * (headers.length - 1);
  if (sum(least) > room) return cells.map((row) => record(headers, row)).join('\n\n');
  for (let excess = sum(widths) - room; excess > 0; excess -= 1) {
    const slack = widths.findIndex((wide, column) => !isId(headers[column] ?? '') && wide > (contents[column] ?? 0));
    const shrinkable = widths.map((wide, column) => (wide > (least[column] ?? 0) ? wide : 0));
    const column = slack < 0 ? shrinkable.indexOf(Math.max(...shrinkable)) : slack;
    widths[column] = (widths[column] ?? 0) - 1;
  }
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => fit(cell, widths[column] ?? 0))
      .join(GAP)
      .trimEnd();
  return [line(headers.map((header) => header.toUpperCase())), ...cells.map(line)].join('\n');
}

/** Prints one line per field without truncation, for a single object or a narrow terminal. */
export function record(headers: readonly string[], row: readonly unknown[]): string {
  const names = Math.max(...headers.map((header) => header.length));
  const indent = ' '.repeat(names + GAP.length);
  const room = Math.max(MIN_WIDTH, width() - indent.length);
  return headers
    .map((header, column) => {
      const cell = flat(row[column]);
      const lines = isId(header) ? [cell] : wrap(cell, room);
      return `${fit(header, names)}${GAP}${lines.join(`\n${indent}`)}`.trimEnd();
    })
    .join('\n');
}

function flat(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  const isPlainList = Array.isArray(cell) && cell.every((one) => typeof one === 'string');
  const text = typeof cell === 'string' ? cell : isPlainList ? cell.join(', ') : JSON.stringify(cell);
  return harmless(text).replaceAll(/\s+/gu, ' ');
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
