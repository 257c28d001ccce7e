import type { Deps } from '../../deps.ts';
import {
  type ImportCounts,
  type ImportRecord,
  type ImportReport,
  MAX_LISTED_REPEATS,
  MAX_NOTES,
  MAX_PREVIEW,
  MAX_REPORTS,
  noCounts,
  type Repeats,
} from '../../domain/imports/import.ts';
import { SeenKeys } from '../../domain/imports/seen-keys.ts';
import { settleItem } from '../../domain/imports/settle-item.ts';
import type { JobError } from '../../domain/jobs.ts';
import { type ColumnsRow, FormatError, type NoteRow } from '../../formats/format.ts';
import { Slices } from '../../limits/slices.ts';
import type { RecordedJob } from '../../queue/recorded-job.ts';
import { inTransaction } from '../../store/database/database.ts';
import { updateImportChecked } from '../../store/imports/imports.ts';
import { appendImportReports, deleteImportReports } from '../../store/imports/reports.ts';
import { canonicalName, ItemChecker, type ValidItem } from './check-item.ts';
import { createCategories } from './create-categories.ts';
import { clean } from './item-reports.ts';
import { type Item, readItems } from './items.ts';
import { matchItems } from './match-items.ts';
import type { Parsers } from './parsers.ts';

export type ImportJob = Pick<RecordedJob<unknown>, 'progress' | 'signal' | 'stopping' | 'slow'>;

const ITEMS_AT_ONCE = 250;
/** Characters: PostgreSQL's driver escapes the items and reports of a batch at once, 250 ms for 33 million. */
const LENGTH_AT_ONCE = 128 * 1024;
const PROGRESS_MS = 500;
/** An import with more items is slow, however small its file is. */
const MAX_QUICK_ITEMS = 20_000;
/** The number of different problems that are counted. */
const MAX_PROBLEMS = 1000;
/** If this many questions all lack a field, the file does not have it. */
const MIN_QUESTIONS_TO_JUDGE = 1000;

/**
 * 'stopped': the process is about to stop, or the import was canceled. 'slow': it takes long and must yield its slot to
 * others.
 */
type Checked = { error: JobError } | 'valid' | 'stopped' | 'slow';

/** Reads the whole file and records everything that is wrong with it. The bank does not change. */
export async function checkFile(job: ImportJob, deps: Deps, record: ImportRecord, parsers: Parsers): Promise<Checked> {
  await deleteImportReports(deps.db.writes, record.id); // left by a lost attempt
  await deps.categories.refresh();
  const check = new FileCheck(job, deps, record, parsers);
  const outcome = await check.run();
  if (outcome === 'stopped' || outcome === 'slow') return outcome;
  const dryRun = record.options.dry_run;
  if (outcome === 'valid' && !dryRun) await createCategories(deps, [...check.newCategories]);
  await inTransaction(deps.db.writes, async (tx) => {
    await job.progress(record.bytes, dryRun ? record.bytes : 2 * record.bytes, tx);
    if (outcome !== 'valid' && outcome.error.code === 'missing_defaults') await deleteImportReports(tx, record.id);
    const checkedAt = outcome === 'valid' && !dryRun ? deps.now() : null;
    await updateImportChecked(tx, record.id, { ...check.summary(dryRun), checkedAt });
  });
  return outcome;
}

class FileCheck {
  readonly #job: ImportJob;
  readonly #deps: Deps;
  readonly #record: ImportRecord;
  readonly #parsers: Parsers;
  readonly #checker: ItemChecker;
  readonly #counts: ImportCounts = noCounts();
  readonly #preview: object[] = [];
  readonly #notes: object[] = [];
  readonly #seen = new SeenKeys();
  readonly #repeats: Repeats = { unchanged: 0, duplicate: 0, items: [] };
  readonly #problems = new Map<string, number>();
  #columns: ColumnsRow | undefined;
  #encoding: string | null;
  #reports: ImportReport[] = [];
  #reported = 0;
  #valid: ValidItem[] = [];
  #progressDue = 0;

  constructor(job: ImportJob, deps: Deps, record: ImportRecord, parsers: Parsers) {
    this.#job = job;
    this.#deps = deps;
    this.#record = record;
    this.#parsers = parsers;
    this.#checker = new ItemChecker(deps, record);
    this.#encoding = record.options.encoding;
  }

  get newCategories(): Iterable<string> {
    return this.#checker.newCategories.values();
  }

  async run(): Promise<Checked> {
    const { signal, stopping, slow } = this.#job;
    try {
      return await this.#readAll(AbortSignal.any([signal, stopping]));
    } catch (error) {
      if (signal.aborted || stopping.aborted) return 'stopped';
      if (!(error instanceof FormatError)) throw error;
      if (!slow && error.code === 'too_complex') return 'slow';
      await this.#settle();
      const { line, file } = error.place;
      const place = [file, line === undefined ? undefined : `line ${line}`].filter((part) => part !== undefined);
      const detail = clean(`${error.message}${place.length === 0 ? '' : ` (${place.join(', ')})`}`);
      // Codes of violations differ from codes of problems: `too_long` is about a single value.
      const code = error.code === 'too_long' ? 'item_too_long' : error.code;
      return { error: { code, detail: detail.slice(0, 1000) } };
    }
  }

  summary(dryRun: boolean) {
    const { read, rejected } = this.#counts;
    return {
      counts: dryRun ? this.#counts : { ...noCounts(), read, rejected },
      encoding: this.#encoding,
      columns: this.#columns === undefined || this.#columns.columns.length === 0 ? null : this.#columns.columns,
      header: this.#columns === undefined ? null : clean(this.#columns.raw),
      header_row: this.#columns?.place.row ?? this.#columns?.place.line ?? null,
      repeats: dryRun ? this.#repeats : null,
      preview: this.#preview,
      notes: this.#notes,
    };
  }

  async #readAll(signal: AbortSignal): Promise<Checked> {
    const reading = { db: this.#deps.db.reads, parsers: this.#parsers, slow: this.#job.slow, signal };
    const source = readItems(reading, this.#record, (row) => {
      if (row.kind === 'note') return this.#note(row);
      this.#columns ??= row;
      if (row.columns.length > 0) this.#checker.columns = row.columns;
    });
    const slices = new Slices();
    let [items, length] = [0, 0];
    for await (const item of source.items) {
      if (slices.over) await slices.next();
      this.#counts.read += 1;
      items += 1;
      length += item.row.raw.length;
      const checked = this.#checker.check(item);
      if ('reports' in checked) this.#reject(checked.reports);
      else this.#valid.push(checked);
      if (item.row.kind === 'question' && this.#preview.length < MAX_PREVIEW)
        this.#preview.push(preview('draft' in checked ? checked.draft : item.row.draft));
      if (items < ITEMS_AT_ONCE && length < LENGTH_AT_ONCE) continue;
      [items, length] = [0, 0];
      await this.#settle();
      const stop = this.#mustStop();
      if (stop !== undefined) return stop;
      await this.#reportProgress(source.bytesRead());
    }
    await this.#settle();
    return this.#conclude();
  }

  /** Each report is a transaction, and watchers poll at most once a second. */
  async #reportProgress(bytesRead: number): Promise<void> {
    if (performance.now() < this.#progressDue) return;
    await this.#job.progress(bytesRead, this.#total);
    this.#progressDue = performance.now() + PROGRESS_MS;
  }

  get #total(): number {
    return this.#record.bytes * (this.#record.options.dry_run ? 1 : 2);
  }

  #mustStop(): Checked | undefined {
    if (!this.#job.slow && this.#counts.read > MAX_QUICK_ITEMS) return 'slow';
    const missing = this.#checker.missingEverywhere;
    if (this.#checker.questions >= MIN_QUESTIONS_TO_JUDGE && missing.length > 0)
      return { error: missingDefaults(missing) };
    return this.#tooManyErrors();
  }

  #tooManyErrors(): Checked | undefined {
    if (this.#reported <= MAX_REPORTS) return undefined;
    const [problem, count] = [...this.#problems].reduce((most, one) => (one[1] > most[1] ? one : most));
    const detail = `Stopped after ${this.#counts.read} items, because more than ${MAX_REPORTS} problems were found. The most frequent is ${problem}: ${count} times. If one value suits all items, set it with \`defaults\`; if fields have other names, use \`columns\` or \`field_map\`; or choose another \`format\` than ${this.#record.format}.`;
    return { error: { code: 'too_many_errors', detail } };
  }

  #conclude(): Checked {
    const missing = this.#checker.missingEverywhere;
    if (missing.length > 0) return { error: missingDefaults(missing) };
    const tooMany = this.#tooManyErrors();
    if (tooMany !== undefined) return tooMany;
    const { rejected, read } = this.#counts;
    if (rejected === 0 || this.#record.options.dry_run || this.#record.options.mode === 'valid_only') return 'valid';
    return { error: rejectedError(rejected, read) };
  }

  #reject(reports: readonly ImportReport[]): void {
    this.#counts.rejected += 1;
    this.#reported += reports.length;
    this.#reports.push(...reports);
    for (const { code, column_name: column } of reports)
      this.#countProblem(column === null ? code : `${code} in "${column}"`);
  }

  /** Names of columns come from the file, so their number is limited. */
  #countProblem(problem: string): void {
    if (this.#problems.size >= MAX_PROBLEMS && !this.#problems.has(problem)) return;
    this.#problems.set(problem, (this.#problems.get(problem) ?? 0) + 1);
  }

  #note({ code, detail, value, place }: NoteRow): void {
    if (code === 'encoding') this.#encoding = value;
    if (this.#notes.length < MAX_NOTES)
      this.#notes.push({ code, detail: clean(detail), value: clean(value.slice(0, 200)), line: place.line ?? null });
  }

  /** Compares valid items with the bank and with each other, if that can reject them or was requested. */
  async #settle(): Promise<void> {
    const { on_duplicate, dry_run } = this.#record.options;
    const valid = this.#valid;
    this.#valid = [];
    if (dry_run || on_duplicate === 'reject') await this.#compare(valid);
    // If it is added in any case, a question can only conflict with another one by its external id.
    else if (on_duplicate === 'create') await this.#compare(valid.filter(hasExternalId));
    const reports = this.#reports;
    this.#reports = [];
    await appendImportReports(this.#deps.db.writes, this.#record.id, reports);
  }

  async #compare(valid: readonly ValidItem[]): Promise<void> {
    const { on_duplicate } = this.#record.options;
    const categories = this.#deps.categories.current;
    const slices = new Slices();
    for (const { item, draft, match, text_hash, answer } of await matchItems(this.#deps.db.reads, valid)) {
      if (slices.over) await slices.next();
      const settled = settleItem(draft, match, on_duplicate, canonicalName(categories));
      const { external_id } = draft;
      const place = placeOf(item);
      const sameId = external_id == null ? undefined : this.#seen.add(`external ${external_id}`, place);
      const sameText = this.#seen.add(`text ${text_hash} ${answer}`, place);
      const same = this.#seen.add(`all ${JSON.stringify(draft)}`, place);
      const earlier = sameId ?? sameText;
      if (settled.outcome === 'rejected') this.#reject(this.#checker.reject(item, draft, [settled.violation]));
      else if (settled.outcome !== 'created' || earlier === undefined) this.#counts[settled.outcome] += 1;
      else if (same !== undefined) this.#repeat('unchanged', { item, draft }, same);
      else if (on_duplicate === 'reject' || (on_duplicate === 'create' && sameId !== undefined)) {
        const [by, code] =
          sameId === undefined
            ? (['text and answer', 'duplicate_question'] as const)
            : (['external_id', 'external_id_taken'] as const);
        const detail = `An earlier item of the file (${describePlace(item, earlier)}) has the same ${by}.`;
        const pointer = sameId === undefined ? '#' : '#/external_id';
        this.#reject(this.#checker.reject(item, draft, [{ code, detail, pointer }]));
      } else if (on_duplicate === 'skip') this.#repeat('duplicate', { item, draft }, earlier);
      else this.#counts[on_duplicate === 'create' ? 'created' : 'updated'] += 1;
    }
  }

  #repeat(outcome: 'unchanged' | 'duplicate', { item, draft }: Pick<ValidItem, 'item' | 'draft'>, first: number): void {
    this.#counts[outcome] += 1;
    this.#repeats[outcome] += 1;
    if (this.#repeats.items.length >= MAX_LISTED_REPEATS) return;
    const { line = null, sheet = null, row = null } = item.row.place;
    const question_text = clean(draft.question_text.slice(0, MAX_SHOWN_TEXT));
    const shownSheet = sheet === null ? null : clean(sheet.slice(0, MAX_SHOWN_TEXT));
    this.#repeats.items.push({ outcome, number: item.number, line, sheet: shownSheet, row, first, question_text });
  }
}

const MAX_SHOWN_TEXT = 200;

/** The place by which people find an item: its row in the sheet, else its line, else its number in the file. */
const placeOf = ({ row: { place }, number }: Item) => place.row ?? place.line ?? number;

function describePlace({ row: { place } }: Item, earlier: number): string {
  if (place.row !== undefined) return `row ${earlier}`;
  return place.line === undefined ? `number ${earlier}` : `line ${earlier}`;
}

const hasExternalId = ({ id, draft }: ValidItem) => id !== undefined || draft.external_id != null;

/** The preview of a question as it was read, limited to what PostgreSQL can store and to the size of a screen. */
function preview(draft: object): object {
  return JSON.parse(
    JSON.stringify(draft, (_, value: unknown) => (typeof value === 'string' ? clean(value.slice(0, 500)) : value)),
  ) as object;
}

function missingDefaults(fields: readonly string[]): JobError {
  const example = JSON.stringify(Object.fromEntries(fields.map((field) => [field, field === 'difficulty' ? 1 : '…'])));
  return {
    code: 'missing_defaults',
    detail: `No question of the file has ${fields.map((field) => `\`${field}\``).join(', ')}. Give a value for all of them: defaults=${example}.`,
  };
}

export function rejectedError(rejected: number, read: number): JobError {
  return {
    code: 'import_rejected',
    detail: `${rejected} of ${read} items were rejected, and nothing was written. GET /imports/{id}/reports says why. Fix them, or import the others with mode=valid_only.`,
  };
}
