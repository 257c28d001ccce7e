import type { Checked } from '../use-check.ts';
import type { Settings, Table } from '../wizard.ts';
import type { TableRecord } from './parse.ts';

/** The header can be chosen among this many rows, as the service searches it. */
const MAX_SHOWN_ROWS = 20;
const MAX_SEARCHED_ROWS = 1000;
/** The number of rows whose values are shown as samples. */
const SAMPLED_ROWS = 50;

/** The rows that may be the header: the first ones that are not empty. */
export function firstRows({ records }: Table): TableRecord[] {
  const rows = records[0]?.cells[0]?.startsWith('sep=') === true ? records.slice(1) : records;
  return rows
    .slice(0, MAX_SEARCHED_ROWS)
    .filter(({ cells }) => filled(cells) > 0)
    .slice(0, MAX_SHOWN_ROWS);
}

/** The line of the header, as it was chosen or found, or as it probably is; 0 if there is none. */
export function headerLineOf({ record, table }: Checked, settings: Settings): number | undefined {
  const known = settings.header_row ?? record.header_row;
  return known ?? (table === undefined ? undefined : probableHeader(firstRows(table))?.line);
}

/** Titles and notes have fewer cells than the header. */
function probableHeader(rows: readonly TableRecord[]): TableRecord | undefined {
  const most = Math.max(0, ...rows.map(({ cells }) => filled(cells)));
  return rows.find(({ cells }) => 2 * filled(cells) > most);
}

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== '').length;

export function rowsBelow({ records }: Table, headerLine: number): TableRecord[] {
  const start = records.findIndex(({ line }) => line > headerLine);
  return start < 0 ? [] : records.slice(start, start + SAMPLED_ROWS);
}
