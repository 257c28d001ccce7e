import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { type ImportRecord, type ImportReport, REPORTS_PER_ITEM } from '../../../domain/imports/import.ts';
import { reportBudget } from '../../../domain/imports/report-budget.ts';
import { managesAll } from '../../../domain/tokens/principal.ts';
import { isUuid } from '../../../domain/uuid.ts';
import { AppError } from '../../../errors.ts';
import type { Executor } from '../../../store/database/database.ts';
import { findImport } from '../../../store/imports/imports.ts';
import { ownerOf } from '../../shared/principal.ts';
import { requireRead } from '../../shared/require-read.ts';

/** Imports belong to their owner and the operator. */
export function importOwner(request: FastifyRequest): string | null {
  return managesAll(request.principal) ? null : ownerOf(request);
}

/** The outcome of an item reveals whether the bank has its answer. */
export function requireImportsVisible(deps: Deps, request: FastifyRequest): void {
  requireRead(deps, request, 'imports');
}

export async function requireImport(
  deps: Deps,
  db: Executor,
  request: FastifyRequest<{ Params: { id: string } }>,
): Promise<ImportRecord> {
  const { id } = request.params;
  const record = isUuid(id) ? await findImport(db, id.toLowerCase(), importOwner(request)) : undefined;
  if (record === undefined)
    throw new AppError('import_not_found', { detail: `You have no import with the id "${id.slice(0, 100)}".` });
  requireImportsVisible(deps, request);
  return record;
}

export function presentImport(record: ImportRecord) {
  const { options, bytes, undo_status } = record;
  const total = options.dry_run ? bytes : 2 * bytes;
  return {
    id: record.id,
    status: record.status,
    phase: phaseOf(record),
    progress: { completed: Math.min(record.completed, total), total },
    counts: {
      read: record.read,
      created: record.created,
      updated: record.updated,
      unchanged: record.unchanged,
      duplicate: record.duplicate,
      rejected: record.rejected,
    },
    file_name: record.file_name,
    format: record.format,
    encoding: record.encoding,
    bytes,
    sha256: record.sha256?.toString('hex') ?? '',
    options,
    columns: record.columns,
    header_row: record.header_row,
    preview: record.preview,
    notes: notesOf(record),
    repeats: record.repeats,
    error: record.error,
    undo:
      record.undo_id === null
        ? null
        : {
            status: undo_status ?? 'succeeded', // its job is deleted after 30 days
            change_id: record.undo_id,
            removed: record.undo_removed,
            restored: record.undo_restored,
            kept: record.undo_kept,
          },
    created_by: record.actor,
    created_at: record.created_at,
    started_at: record.started_at,
    completed_at: record.completed_at,
  };
}

/** Whether reports were shortened follows from their size: some are written after the notes of the check. */
function notesOf({ notes, bytes, report_bytes }: ImportRecord): readonly object[] {
  if (report_bytes <= reportBudget(bytes)) return notes;
  const value = String(reportBudget(bytes));
  const detail = `The reports would take more than ${value} bytes, the limit for a file of this size. The last ones have no value, and their items are not in the file of rejected items. Fix what is reported, then import the file again to see the rest.`;
  return [...notes, { code: 'reports_shortened', detail, value, line: null }];
}

function phaseOf({ status, checked_at }: ImportRecord): string {
  if (status === 'queued') return 'waiting';
  if (status !== 'running') return 'finished';
  return checked_at === null ? 'checking' : 'writing';
}

export function presentReport({ number, sheet_row, column_name, raw: _raw, ...report }: ImportReport) {
  return {
    number: Math.floor(number / REPORTS_PER_ITEM),
    line: report.line,
    sheet: report.sheet,
    row: sheet_row,
    cell: report.cell,
    file: report.file,
    item: report.item,
    column: column_name,
    code: report.code,
    detail: report.detail,
    fix: report.fix,
    value: report.value,
  };
}
