import { useSyncExternalStore } from 'react';
import type { ImportOptions } from '../../../client/src/index.ts';
import { decodeAs, decodeUtf8 } from './table/decode.ts';
import { applyEdits, type Edits } from './table/edits.ts';
import { guessSeparator, parseTable, type TableRecord } from './table/parse.ts';
import { onlyTable, sheetAsTable } from './workbook/sheet-table.ts';
import { readWorkbook, type Sheet } from './workbook/workbook.ts';

export const STEPS = ['file', 'map', 'check', 'options', 'run'] as const;
export type Step = (typeof STEPS)[number];

export interface Source {
  /** Identifies this choice of a file; choosing the same file again gives a new id. */
  id: number;
  name: string;
  blob: Blob;
  /** Sent instead of the file if some of its bytes are not text. */
  text: string | undefined;
  /** The number of invalid UTF-8 bytes. */
  damaged: number;
  /** The visible sheets of a workbook that the browser can read. */
  sheets: readonly Sheet[];
}

export interface Table {
  separator: string;
  records: readonly TableRecord[];
}

export type Settings = Required<Pick<ImportOptions, 'mode' | 'on_duplicate' | 'create_categories'>> & {
  /** Detected by the service unless chosen. */
  format?: ImportOptions['format'] | undefined;
  encoding?: string | undefined;
  columns?: (string | null)[] | undefined;
  /** The line with the column names, 0 if there is none; found by the service unless chosen. */
  header_row?: number | undefined;
  /** The sheet of a workbook to import, as a table that can be corrected here; all sheets unless chosen. */
  sheet?: string | undefined;
  defaults: Readonly<Record<string, string | number>>;
  category_map: Readonly<Record<string, string>>;
  difficulty_map: Readonly<Record<string, number>>;
  field_map: Readonly<Record<string, string | null>>;
};

export interface Wizard {
  step: Step;
  source: Source | undefined;
  settings: Settings;
  /** The corrections, and those that the last check included. */
  edits: Edits;
  checkedEdits: Edits;
  /** The encoding of the original file. A corrected copy is always UTF-8. */
  foundEncoding: string | null;
}

const START: Wizard = {
  step: 'file',
  source: undefined,
  settings: {
    mode: 'all_or_nothing',
    on_duplicate: 'skip',
    create_categories: false,
    defaults: {},
    category_map: {},
    difficulty_map: {},
    field_map: {},
  },
  edits: {},
  checkedEdits: {},
  foundEncoding: null,
};

/** Kept while the tab is open, so that the import is still there after a visit to another page. */
let current = START;
let lastId = 0;
const listeners = new Set<() => void>();

export function setWizard(change: Partial<Wizard>): void {
  current = { ...current, ...change };
  for (const listener of listeners) listener();
}

export function setSettings(change: Partial<Settings>): void {
  setWizard({ settings: { ...current.settings, ...change } });
}

export function resetWizard(): void {
  setWizard(START);
}

export function useWizard(): Wizard {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => current,
  );
}

/** Larger files are sent as they are and cannot be corrected here. */
const MAX_EDITED_BYTES = 16 * 2 ** 20;

export async function openSource(file: File): Promise<void> {
  lastId += 1;
  const isSmall = file.size <= MAX_EDITED_BYTES;
  const isZip = (await file.slice(0, 2).text()) === 'PK';
  const decoded = isSmall && !isZip ? decodeUtf8(new Uint8Array(await file.arrayBuffer())) : undefined;
  const damaged = decoded?.damaged ?? 0;
  const sheets = isSmall && isZip ? await readWorkbook(file) : [];
  setWizard({
    ...START,
    settings: { ...START.settings, sheet: onlyTable(sheets)?.name },
    source: {
      id: lastId,
      name: file.name,
      blob: file,
      text: damaged > 0 ? decoded?.text : undefined,
      damaged,
      sheets,
    },
  });
}

/** The rows of a sheet, or of a delimited text file in the chosen or detected encoding. */
export async function readTable(
  source: Source,
  { encoding, sheet }: Pick<Settings, 'encoding' | 'sheet'>,
  found: string | null,
): Promise<Table | undefined> {
  const chosen = source.sheets.find(({ name }) => name === sheet);
  if (chosen !== undefined) return sheetAsTable(chosen);
  if (source.blob.size > MAX_EDITED_BYTES) return undefined;
  const bytes = new Uint8Array(await source.blob.arrayBuffer());
  const whole = (encoding === undefined ? source.text : undefined) ?? decodeAs(bytes, encoding ?? found ?? 'utf-8');
  if (whole === undefined) return undefined;
  const separator = guessSeparator(whole);
  return { separator, records: parseTable(whole, separator) };
}

/**
 * The file to send, with its corrections. It has no media type, because browsers derive it from the extension, and the
 * service detects it from the content. `isText`: the file has been converted to UTF-8.
 */
export async function fileToSend(
  source: Source,
  { settings, foundEncoding }: Pick<Wizard, 'settings' | 'foundEncoding'>,
  edits: Edits,
): Promise<{ body: Blob; isText: boolean }> {
  const isConverted = settings.sheet !== undefined || Object.keys(edits).length > 0;
  const table = isConverted ? await readTable(source, settings, foundEncoding) : undefined;
  if (table !== undefined) return { body: new Blob([applyEdits(table.records, edits, table.separator)]), isText: true };
  if (source.text !== undefined && settings.encoding === undefined)
    return { body: new Blob([source.text]), isText: true };
  return { body: source.blob.slice(), isText: false };
}
