import type { ImportReport } from '../../domain/imports/import.ts';
import { fitReports, reportBudget } from '../../domain/imports/report-budget.ts';
import { addStorage } from '../daily-storage.ts';
import type { Executor } from '../database/database.ts';
import type { KeysetPage, KeysetRows } from '../database/owned-rows.ts';

const COLUMNS =
  'number::float8 as number, line, sheet_row, sheet, cell, file, item, column_name, code, detail, fix, value';

/**
 * Existing reports stay as they are: a worker that takes over sees some items again. The bytes of reports are charged
 * to the importing principal, and reports beyond the budget of the import are shortened.
 */
export async function appendImportReports(
  db: Executor,
  importId: string,
  reports: readonly ImportReport[],
): Promise<void> {
  if (reports.length === 0) return;
  const { left, actor } = await findReportAllowance(db, importId);
  const { kept, wantedBytes, keptBytes } = fitReports(reports, left);
  await insertReports(db, importId, kept);
  await db.query({
    name: 'add_report_bytes',
    text: 'update imports set report_bytes = report_bytes + $2 where id = $1',
    values: [importId, wantedBytes],
  });
  await addStorage(db, actor, keptBytes, 0);
}

async function findReportAllowance(db: Executor, importId: string): Promise<{ left: number; actor: string }> {
  const { rows } = await db.query<{ bytes: number; report_bytes: number; actor: string }>({
    name: 'find_report_room',
    text: 'select bytes::float8 as bytes, report_bytes::float8 as report_bytes, actor from imports where id = $1',
    values: [importId],
  });
  const [found] = rows;
  if (found === undefined) throw new Error('the running import was not found');
  return { left: reportBudget(found.bytes) - found.report_bytes, actor: found.actor };
}

/** As JSON, because the driver escapes arrays of texts 20 times more slowly: 100 ms for a rejected item of a megabyte. */
async function insertReports(db: Executor, importId: string, reports: readonly ImportReport[]): Promise<void> {
  await db.query({
    name: 'append_import_reports',
    text: `insert into import_reports (import_id, number, line, sheet_row, sheet, cell, file, item, column_name, code, detail, fix, value, raw)
           select $1, given.*
             from json_to_recordset($2) given (number bigint, line integer, sheet_row integer, sheet text, cell text, file text, item text,
                                               column_name text, code text, detail text, fix text, value text, raw text)
               on conflict do nothing`,
    values: [importId, JSON.stringify(reports)],
  });
}

export async function deleteImportReports(db: Executor, importId: string): Promise<void> {
  await db.query({ text: 'delete from import_reports where import_id = $1', values: [importId] });
  await db.query({ text: 'update imports set report_bytes = 0 where id = $1', values: [importId] });
}

/** Reports in the order of the file. */
export async function listImportReports(
  db: Executor,
  importId: string,
  { limit, offset, after }: KeysetPage,
): Promise<KeysetRows<ImportReport>> {
  const { rows } = await db.query<ImportReport>({
    text: `select ${COLUMNS} from import_reports
            where import_id = $1 and number > coalesce($4::bigint, -1)
            order by number limit $2 offset $3`,
    values: [importId, limit, offset, after ?? null],
  });
  const counted = await db.query<{ total: number }>({
    text: 'select count(*)::integer as total from import_reports where import_id = $1',
    values: [importId],
  });
  return { rows, total: { total: counted.rows[0]?.total ?? 0 } };
}

/** An item has up to a megabyte. */
const REJECTS_AT_ONCE = 20;

/** The rejected items themselves, in the order of the file. */
export async function* listRejectedItems(db: Executor, importId: string): AsyncGenerator<string, void, undefined> {
  let after = -1;
  for (;;) {
    const { rows } = await db.query<{ number: number; raw: string }>({
      name: 'list_rejected_items',
      text: `select number::float8 as number, raw from import_reports
              where import_id = $1 and raw is not null and number > $2
              order by number limit ${REJECTS_AT_ONCE}`,
      values: [importId, after],
    });
    for (const { raw } of rows) yield raw;
    const last = rows.at(-1);
    if (last === undefined || rows.length < REJECTS_AT_ONCE) return;
    after = last.number;
  }
}
