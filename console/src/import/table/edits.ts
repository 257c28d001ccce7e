import { countLineEnds, type TableRecord } from './parse.ts';

/** Corrections of the browser's copy of a file: cells by their index in the row, or the whole row skipped. */
type RowEdit = { kind: 'cells'; cells: Readonly<Record<number, string>> } | { kind: 'skip' };

/** The key is the line on which the row begins. */
export type Edits = Readonly<Record<number, RowEdit>>;

export function withCell(edits: Edits, line: number, index: number, value: string): Edits {
  const before = edits[line];
  const cells = before?.kind === 'cells' ? before.cells : {};
  return { ...edits, [line]: { kind: 'cells', cells: { ...cells, [index]: value } } };
}

export function withoutRow(edits: Edits, line: number): Edits {
  return { ...edits, [line]: { kind: 'skip' } };
}

export function undoRow(edits: Edits, line: number): Edits {
  return Object.fromEntries(Object.entries(edits).filter(([key]) => Number(key) !== line));
}

export function cellOf(record: TableRecord, edits: Edits, index: number): string {
  const edit = edits[record.line];
  const changed = edit?.kind === 'cells' ? edit.cells[index] : undefined;
  return changed ?? record.cells[index] ?? '';
}

/** All cells of a column with the value, ignoring surrounding spaces. */
export function linesWith(records: readonly TableRecord[], edits: Edits, index: number, value: string): number[] {
  const wanted = value.trim();
  return records
    .filter((record) => edits[record.line]?.kind !== 'skip' && cellOf(record, edits, index).trim() === wanted)
    .map(({ line }) => line);
}

/** The corrected file. Every row keeps its line: skipped or shortened rows leave empty lines, which are ignored. */
export function applyEdits(records: readonly TableRecord[], edits: Edits, separator: string): string {
  return records
    .map((record) => {
      const edit = edits[record.line];
      if (edit === undefined) return record.raw;
      const lines = countLineEnds(record.raw);
      if (edit.kind === 'skip') return '\n'.repeat(lines);
      const length = Math.max(record.cells.length, ...Object.keys(edit.cells).map((index) => Number(index) + 1));
      const cells = Array.from({ length }, (_, index) => edit.cells[index] ?? record.cells[index] ?? '');
      const text = cells.map((cell) => quoteCell(cell, separator)).join(separator);
      return text + '\n'.repeat(Math.max(0, lines - countLineEnds(text)));
    })
    .join('');
}

export function quoteCell(cell: string, separator: string): string {
  const isPlain = !cell.includes(separator) && !/["\r\n]/u.test(cell);
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
