import { cellOf, type Edits, withCell } from '../table/edits.ts';
import type { TableRecord } from '../table/parse.ts';
import type { Checked, Report } from '../use-check.ts';
import type { Table } from '../wizard.ts';
import { fieldOfReport, indexOfReport } from './report-field.ts';
import { suggestCategory, suggestLevel } from './suggest.ts';

interface Suggestion {
  index: number;
  wrong: string;
  /** The text to write into the cell. */
  written: string;
  level: 0 | 1 | 2 | undefined;
}

/** The category or level that an invalid cell probably means. */
export function suggestionFor(
  report: Report,
  columns: Checked['record']['columns'],
  record: TableRecord,
  edits: Edits,
  categories: readonly string[],
): Suggestion | undefined {
  const index = indexOfReport(report, columns);
  if (index < 0) return undefined;
  const field = fieldOfReport(report, columns);
  const wrong = cellOf(record, edits, index);
  const level = field === 'difficulty' ? suggestLevel(wrong) : undefined;
  const written = field === 'category' ? suggestCategory(wrong, categories) : level?.toString();
  return written === undefined ? undefined : { index, wrong, written, level };
}

/** All suggestions for untouched rows, and the number of those rows. */
export function allSuggested(
  { record: { columns }, reports }: Checked,
  table: Table,
  edits: Edits,
  categories: readonly string[],
): { edits: Edits; rows: number } {
  const records = new Map(table.records.map((record) => [record.line, record]));
  let all = edits;
  const rows = new Set<number>();
  for (const report of reports) {
    const record = report.line === null ? undefined : records.get(report.line);
    if (record === undefined || edits[record.line] !== undefined) continue;
    const found = suggestionFor(report, columns, record, edits, categories);
    if (found === undefined) continue;
    all = withCell(all, record.line, found.index, found.written);
    rows.add(record.line);
  }
  return { edits: all, rows: rows.size };
}
