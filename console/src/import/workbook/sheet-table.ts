import { quoteCell } from '../table/edits.ts';
import { parseTable, type TableRecord } from '../table/parse.ts';
import type { Sheet } from './workbook.ts';

const SEPARATOR = ',';

/** A sheet as a text with separators. Its first line declares the separator, so that cells may have any other. */
export function sheetAsTable({ rows }: Sheet): { separator: string; records: TableRecord[] } {
  const lines = rows.map((cells) => cells.map((cell) => quoteCell(cell, SEPARATOR)).join(SEPARATOR));
  const text = [`sep=${SEPARATOR}`, ...lines].map((line) => `${line}\n`).join('');
  return { separator: SEPARATOR, records: parseTable(text, SEPARATOR).map((record, row) => ({ ...record, row })) };
}

/** A sheet with fewer rows of several cells has notes, not questions. */
const MIN_ROWS = 2;

/** The only sheet that may have questions; undefined if several may. */
export function onlyTable(sheets: readonly Sheet[]): Sheet | undefined {
  const tables = sheets.filter(
    ({ rows }) => rows.filter((cells) => cells.filter((cell) => cell.trim() !== '').length > 1).length >= MIN_ROWS,
  );
  return tables.length === 1 ? tables[0] : undefined;
}
