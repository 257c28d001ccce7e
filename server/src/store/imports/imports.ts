import {
  type ImportCounts,
  type ImportOptions,
  type ImportRecord,
  REPORTS_PER_ITEM,
} from '../../domain/imports/import.ts';
import type { Executor } from '../database/database.ts';
import type { KeysetPage, KeysetRows } from '../database/owned-rows.ts';

/** The job may be deleted a moment before the import itself. */
const COLUMNS = `imports.id, imports.created_at, checked_at, imports.owner, actor, file_name, format, bytes::float8 as bytes, sha256, options, encoding,
  columns, header, header_row, repeats, preview, notes, read, created, updated, unchanged, duplicate, rejected, undo_id, undo_removed, undo_restored, undo_kept,
  report_bytes::float8 as report_bytes,
  coalesce(jobs.status, 'failed') as status, coalesce(jobs.completed, 0)::float8 as completed, jobs.error, jobs.started_at, jobs.completed_at,
  (select status from jobs undo where undo.id = undo_id) as undo_status`;

interface NewImport {
  id: string;
  created_at: Date;
  owner: string;
  actor: string;
  file_name: string | null;
  options: ImportOptions;
}

/** Begins an upload, which is invisible until it is complete. */
export async function insertImport(db: Executor, upload: NewImport): Promise<void> {
  await db.query({
    text: `insert into imports (id, created_at, owner, actor, file_name, format, options) values ($1, $2, $3, $4, $5, '', $6)`,
    values: [
      upload.id,
      upload.created_at,
      upload.owner,
      upload.actor,
      upload.file_name,
      JSON.stringify(upload.options),
    ],
  });
}

export async function updateImportUploaded(
  tx: Executor,
  id: string,
  { format, bytes, sha256, now }: { format: string; bytes: number; sha256: Buffer; now: Date },
): Promise<void> {
  await tx.query({
    text: 'update imports set format = $2, bytes = $3, sha256 = $4, uploaded_at = $5 where id = $1',
    values: [id, format, bytes, sha256, now],
  });
}

/** Unfinished imports, including unfinished uploads. */
export async function countUnfinishedImports(db: Executor, owner: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>({
    text: `select count(*)::integer as count from imports left join jobs on jobs.id = imports.id
            where imports.owner = $1 and (uploaded_at is null or (jobs.id is not null and completed_at is null))`,
    values: [owner],
  });
  return rows[0]?.count ?? 0;
}

/** A null owner stands for anybody. */
export async function findImport(db: Executor, id: string, owner: string | null): Promise<ImportRecord | undefined> {
  const { rows } = await db.query<ImportRecord>({
    name: 'find_import',
    text: `select ${COLUMNS} from imports left join jobs on jobs.id = imports.id
            where imports.id = $1 and uploaded_at is not null and ($2::text is null or imports.owner = $2)`,
    values: [id, owner],
  });
  return rows[0];
}

/** Lists leave out the columns that may be long. */
const LISTED = COLUMNS.replace(
  'repeats, preview, notes',
  `null::jsonb as repeats, '[]'::jsonb as preview, '[]'::jsonb as notes`,
).replace('report_bytes::float8', '0::float8');

/** Newest first. */
export async function listImports(
  db: Executor,
  owner: string | null,
  { limit, offset, after }: KeysetPage,
): Promise<KeysetRows<ImportRecord>> {
  const owned = 'uploaded_at is not null and ($1::text is null or imports.owner = $1)';
  const { rows } = await db.query<ImportRecord>({
    text: `select ${LISTED}
             from imports left join jobs on jobs.id = imports.id
            where ${owned} and ($4::uuid is null or imports.id < $4)
            order by imports.id desc limit $2 offset $3`,
    values: [owner, limit, offset, after ?? null],
  });
  const counted = await db.query<{ total: number }>({
    text: `select count(*)::integer as total from imports where ${owned}`,
    values: [owner],
  });
  return { rows, total: { total: counted.rows[0]?.total ?? 0 } };
}

interface Checked {
  counts: ImportCounts;
  encoding: string | null;
  columns: ImportRecord['columns'];
  header: string | null;
  header_row: number | null;
  repeats: ImportRecord['repeats'];
  preview: readonly object[];
  notes: readonly object[];
  /** The time of the check; null if nothing will be written. */
  checkedAt: Date | null;
}

export async function updateImportChecked(tx: Executor, id: string, checked: Checked): Promise<void> {
  const { counts, encoding, columns, header, header_row, repeats, preview, notes, checkedAt } = checked;
  await tx.query({
    text: `update imports set read = $2, created = $3, updated = $4, unchanged = $5, duplicate = $6, rejected = $7, encoding = $8,
                  columns = $9, header = $10, preview = $11, notes = $12, checked_at = $13, header_row = $14, repeats = $15
            where id = $1`,
    values: [
      id,
      ...[counts.read, counts.created, counts.updated, counts.unchanged, counts.duplicate, counts.rejected],
      encoding,
      columns === null ? null : JSON.stringify(columns),
      header,
      JSON.stringify(preview),
      JSON.stringify(notes),
      checkedAt,
      header_row,
      repeats === null ? null : JSON.stringify(repeats),
    ],
  });
}

/** Adds the counts of one transaction. */
export async function addImportCounts(
  tx: Executor,
  id: string,
  { created, updated, unchanged, duplicate }: ImportCounts,
): Promise<void> {
  await tx.query({
    name: 'add_import_counts',
    text: `update imports set created = created + $2, updated = updated + $3, unchanged = unchanged + $4, duplicate = duplicate + $5
            where id = $1`,
    values: [id, created, updated, unchanged, duplicate],
  });
}

/** An item was rejected if it has reports; the first report of each item is part 0. */
export async function countRejected(tx: Executor, id: string): Promise<void> {
  await tx.query({
    text: `update imports set rejected = (select count(*) from import_reports where import_id = $1 and number % ${REPORTS_PER_ITEM} = 0)
            where id = $1`,
    values: [id],
  });
}

export async function updateImportUndo(tx: Executor, id: string, undoId: string): Promise<boolean> {
  const { rowCount } = await tx.query({
    text: 'update imports set undo_id = $2 where id = $1 and undo_id is null',
    values: [id, undoId],
  });
  return rowCount === 1;
}

export async function addUndoCounts(
  tx: Executor,
  id: string,
  { removed, restored, kept }: { removed: number; restored: number; kept: number },
): Promise<void> {
  await tx.query({
    text: `update imports set undo_removed = undo_removed + $2, undo_restored = undo_restored + $3, undo_kept = undo_kept + $4
            where id = $1`,
    values: [id, removed, restored, kept],
  });
}

/** Deletes an upload that was cut off, with the pieces that arrived. */
export async function deleteUpload(db: Executor, id: string): Promise<void> {
  await db.query({
    text: `with chunks as (delete from import_chunks where import_id = $1) delete from imports where id = $1 and uploaded_at is null`,
    values: [id],
  });
}

/** Deletes uploads that started before the given time and were cut off. */
export async function deleteUploadsBefore(db: Executor, before: Date, limit: number): Promise<number> {
  const { rows } = await db.query<{ id: string }>({
    text: 'select id from imports where uploaded_at is null and created_at < $1 order by created_at limit $2',
    values: [before, Math.min(limit, UPLOADS_AT_ONCE)],
  });
  for (const { id } of rows) await deleteUpload(db, id);
  return rows.length === UPLOADS_AT_ONCE ? limit : 0;
}

const UPLOADS_AT_ONCE = 20;

/**
 * Deletes imports uploaded before the given time whose jobs are deleted, with their reports and batches, in small
 * steps.
 */
export async function deleteImportsBefore(db: Executor, before: Date, limit: number): Promise<number> {
  const { rows } = await db.query<{ id: string }>({
    text: `select id from imports
            where uploaded_at < $1
              and not exists (select from jobs where jobs.id = imports.id)
              and not exists (select from jobs where jobs.id = undo_id and completed_at is null)
            order by uploaded_at limit 1`,
    values: [before],
  });
  const [expired] = rows;
  if (expired === undefined) return 0;
  for (const table of ['import_reports', 'import_batches', 'import_chunks']) {
    const { rowCount } = await db.query({
      text: `delete from ${table} where (import_id, number) in (select import_id, number from ${table} where import_id = $1 limit $2)`,
      values: [expired.id, limit],
    });
    if (rowCount === limit) return limit; // there are more
  }
  await db.query({ text: 'delete from imports where id = $1', values: [expired.id] });
  return limit;
}
