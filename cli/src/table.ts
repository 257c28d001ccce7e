import { harmless, width } from './terminal.ts';

const GAP = '  ';
const MIN_WIDTH = 8;

/** Rows as wide as the terminal: the widest column gives way first. An id is of no use unless it is whole. */
export function table(headers: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const cells = rows.map((row) => row.map((cell) => flat(cell)));
  const widths = headers.map((header, column) =>
    Math.max(header.length, ...cells.map((row) => (row[column] ?? '').length)),
  );
  const room = width() - GAP.length * (headers.length - 1);
  const shrinks = (column: number) => headers[column] !== 'id' && (widths[column] ?? 0) > MIN_WIDTH;
  for (let excess = sum(widths) - room; excess > 0; excess -= 1) {
    const candidates = widths.map((wide, column) => (shrinks(column) ? wide : 0));
    const widest = candidates.indexOf(Math.max(...candidates));
    if (!shrinks(widest)) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => fit(cell, widths[column] ?? 0))
      .join(GAP)
      .trimEnd();
  return [line(headers.map((header) => header.toUpperCase())), ...cells.map(line)].join('\n');
}

function flat(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return harmless(typeof cell === 'string' ? cell : JSON.stringify(cell)).replaceAll(/\s+/gu, ' ');
}

function fit(cell: string, wide: number): string {
  return cell.length > wide ? `${cell.slice(0, wide - 1)}…` : cell.padEnd(wide);
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
