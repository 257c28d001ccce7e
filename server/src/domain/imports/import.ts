import type { JobError, JobStatus } from '../jobs.ts';

export const IMPORT_MODES = ['all_or_nothing', 'valid_only'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** What to do with a question that is already in the bank, or earlier in the file. */
export const DUPLICATE_POLICIES = ['skip', 'create', 'update', 'reject'] as const;
export type DuplicatePolicy = (typeof DUPLICATE_POLICIES)[number];

/** The options of a request. */
export interface ImportOptions {
  dry_run: boolean;
  mode: ImportMode;
  on_duplicate: DuplicatePolicy;
  /** Values for fields that an item of the file lacks. */
  defaults: Readonly<Record<string, unknown>>;
  /** Maps names of the file to categories of the bank. */
  category_map: Readonly<Record<string, string>>;
  columns: readonly (string | null)[] | null;
  create_categories: boolean;
  encoding: string | null;
  /** The next four are missing in imports that an earlier release has queued. */
  difficulty_map?: Readonly<Record<string, number>>;
  field_map?: Readonly<Record<string, string | null>>;
  header_row?: number | null;
  sheet?: string | null;
}

export const OUTCOMES = ['created', 'updated', 'unchanged', 'duplicate', 'rejected'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export type ImportCounts = Record<'read' | Outcome, number>;

export const noCounts = (): ImportCounts => ({
  read: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  duplicate: 0,
  rejected: 0,
});

export interface ImportRecord extends ImportCounts {
  id: string;
  created_at: Date;
  checked_at: Date | null;
  owner: string;
  actor: string;
  file_name: string | null;
  format: string;
  bytes: number;
  sha256: Buffer | null;
  options: ImportOptions;
  encoding: string | null;
  columns: readonly { header: string; field: string | null }[] | null;
  header: string | null;
  header_row: number | null;
  repeats: Repeats | null;
  preview: readonly object[];
  notes: readonly object[];
  status: JobStatus;
  completed: number;
  error: JobError | null;
  started_at: Date | null;
  completed_at: Date | null;
  undo_id: string | null;
  undo_status: JobStatus | null;
  undo_removed: number;
  undo_restored: number;
  undo_kept: number;
  /** The size of all its reports, as if none had been shortened. */
  report_bytes: number;
}

/** The items of a checked file that repeat an earlier one, by outcome; the first of them are listed. */
export interface Repeats {
  unchanged: number;
  duplicate: number;
  items: RepeatedItem[];
}

interface RepeatedItem {
  outcome: 'unchanged' | 'duplicate';
  number: number;
  line: number | null;
  sheet: string | null;
  row: number | null;
  /** The place of the earlier item: its row, its line or its number, whichever this one has. */
  first: number;
  question_text: string;
}

/** A problem with an item of the file. */
export interface ImportReport {
  number: number;
  line: number | null;
  sheet_row: number | null;
  sheet: string | null;
  cell: string | null;
  file: string | null;
  item: string | null;
  column_name: string | null;
  code: string;
  detail: string;
  fix: string;
  value: string;
  /** In the first report of an item: the item itself, to be returned. */
  raw: string | null;
}

/** The range of report numbers per item; an item has at most 100 reports. */
export const REPORTS_PER_ITEM = 128;
/** The maximum number of reports. A file with more is probably in another format. */
export const MAX_REPORTS = 50_000;
/** The number of questions that are shown as they were read. */
export const MAX_PREVIEW = 20;
export const MAX_NOTES = 100;
export const MAX_LISTED_REPEATS = 100;
