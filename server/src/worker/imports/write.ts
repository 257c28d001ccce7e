import type { Deps } from '../../deps.ts';
import { type ImportRecord, OUTCOMES } from '../../domain/imports/import.ts';
import type { JobError } from '../../domain/jobs.ts';
import { AppError } from '../../errors.ts';
import { inTransaction } from '../../store/database/database.ts';
import { translateDatabaseError } from '../../store/database/database-errors.ts';
import { findLastBatch } from '../../store/imports/batches.ts';
import { appendImportReports } from '../../store/imports/reports.ts';
import { type ImportJob, rejectedError } from './check.ts';
import { ItemChecker } from './check-item.ts';
import { type Item, type Reading, readItems } from './items.ts';
import type { Parsers } from './parsers.ts';
import { PendingQuestions, type PreparedBatch, prepareBatch } from './prepare-batch.ts';
import { ConcurrentChange, storeBatch } from './store-batch.ts';

/** The same limit as for one request, so that transactions are short and delay nobody. */
const MAX_ITEMS = 1000;
/** The maximum number of characters of the items of a batch: large questions make smaller batches. */
const MAX_LENGTH = 2 * 2 ** 20;
const ATTEMPTS = 5;

interface Group {
  items: Item[];
  bytesRead: number;
}

/**
 * Writes the questions of a checked file after those that an earlier worker wrote. 'stopped': another worker continues.
 */
export async function writeFile(
  job: ImportJob,
  deps: Deps,
  record: ImportRecord,
  parsers: Parsers,
): Promise<{ error: JobError } | 'written' | 'stopped'> {
  await deps.categories.refresh();
  const last = await findLastBatch(deps.db.writes, record.id);
  const writing = new Writing(job, deps, record, last?.number ?? 0, last?.items_until ?? 0);
  const signal = AbortSignal.any([job.signal, job.stopping]);
  const reading = { db: deps.db.reads, parsers, slow: true, signal };
  try {
    for await (const group of groupsOf(reading, record, writing)) {
      if (signal.aborted) return 'stopped';
      await writing.add(group);
    }
    await writing.end();
    return 'written';
  } catch (error) {
    if (signal.aborted) return 'stopped';
    const rejection = error instanceof AppError ? error : translateDatabaseError(error);
    if (rejection === undefined || rejection.status >= 500) throw error;
    return {
      error: error instanceof LateRejection ? error.reason : { code: rejection.code, detail: rejection.detail },
    };
  } finally {
    await writing.settle();
  }
}

/** The items after those that are written, in groups of about one transaction. */
async function* groupsOf(
  reading: Reading,
  record: ImportRecord,
  { checker, itemsUntil }: Writing,
): AsyncGenerator<Group> {
  const source = readItems(reading, record, (row) => {
    if (row.kind === 'columns') checker.columns ??= row.columns;
  });
  let items: Item[] = [];
  let length = 0;
  for await (const item of source.items) {
    if (item.number <= itemsUntil) continue;
    items.push(item);
    length += item.row.raw.length;
    if (items.length < MAX_ITEMS && length < MAX_LENGTH) continue;
    yield { items, bytesRead: source.bytesRead() };
    [items, length] = [[], 0];
  }
  if (items.length > 0) yield { items, bytesRead: source.bytesRead() };
}

/** An item was rejected although it passed the check, because the bank has changed since. */
class LateRejection extends AppError {
  readonly reason: JobError;

  constructor(reason: JobError) {
    super('validation_error', { detail: reason.detail });
    this.reason = reason;
  }
}

/** One batch is prepared while the database writes the previous one. */
class Writing {
  readonly checker: ItemChecker;
  itemsUntil: number;
  readonly #job: ImportJob;
  readonly #deps: Deps;
  readonly #record: ImportRecord;
  #number: number;
  #underWay: { done: Promise<void>; pending: PendingQuestions } = { done: Promise.resolve(), pending: NOTHING };

  constructor(job: ImportJob, deps: Deps, record: ImportRecord, number: number, itemsUntil: number) {
    this.#job = job;
    this.#deps = deps;
    this.#record = record;
    this.#number = number;
    this.itemsUntil = itemsUntil;
    this.checker = new ItemChecker(deps, record);
  }

  async add({ items, bytesRead }: Group): Promise<void> {
    let rest = items;
    while (rest.length > 0) {
      const batch = await prepareBatch(this.#deps, this.#record, this.checker, rest, this.#underWay.pending);
      await this.end();
      if (batch.items > 0) this.#begin(batch, rest.slice(0, batch.items), bytesRead);
      rest = rest.slice(batch.items);
    }
  }

  /** Waits for the current batch. */
  async end(): Promise<void> {
    const { done } = this.#underWay;
    this.#underWay = { done: Promise.resolve(), pending: NOTHING };
    await done;
  }

  /** Waits for it whatever its outcome: nothing may be written after the job has reported its end. */
  async settle(): Promise<void> {
    await this.#underWay.done.catch(() => {});
  }

  #begin(batch: PreparedBatch, items: readonly Item[], bytesRead: number): void {
    const done = this.#store(batch, items, bytesRead);
    done.catch(() => {}); // reported by the caller that waits for it
    this.#underWay = { done, pending: batch.pending };
  }

  async #store(prepared: PreparedBatch, items: readonly Item[], bytesRead: number): Promise<void> {
    let batch = prepared;
    let rest = items;
    for (let attempts = 1; rest.length > 0; ) {
      await this.#rejectLate(batch);
      if (await this.#tryStore(batch, bytesRead)) {
        rest = rest.slice(batch.items);
        attempts = 1;
      } else if (attempts === ATTEMPTS) throw new ConcurrentChange();
      else attempts += 1;
      if (rest.length > 0) batch = await prepareBatch(this.#deps, this.#record, this.checker, rest, NOTHING);
    }
  }

  /** False if somebody else has written one of these questions, which the bank now contains. */
  async #tryStore(batch: PreparedBatch, bytesRead: number): Promise<boolean> {
    const place = { number: this.#number + 1, items_until: this.itemsUntil + batch.items };
    try {
      await inTransaction(this.#deps.db.writes, async (tx) => {
        await this.#job.progress(this.#record.bytes + bytesRead, 2 * this.#record.bytes, tx);
        await storeBatch(this.#deps, tx, this.#record, batch, place);
      });
    } catch (error) {
      if (error instanceof ConcurrentChange || translateDatabaseError(error)?.code === 'external_id_taken')
        return false;
      throw error;
    }
    this.#number = place.number;
    this.itemsUntil = place.items_until;
    for (const outcome of OUTCOMES) this.#deps.metrics.rowsImported(outcome, batch.counts[outcome]);
    return true;
  }

  async #rejectLate({ reports, counts }: PreparedBatch): Promise<void> {
    if (reports.length === 0 || this.#record.options.mode === 'valid_only') return;
    await appendImportReports(this.#deps.db.writes, this.#record.id, reports);
    throw new LateRejection(rejectedError(counts.rejected, this.#record.read));
  }
}

const NOTHING = new PendingQuestions();
